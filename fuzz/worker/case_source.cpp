// SPDX-License-Identifier: MIT
#include "fuzz/worker/case_source.hpp"

#include "system/digest.hpp"

#include <rapidcheck/Random.h>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
case_source::case_source(const property& p)
    : property_(&p), name_hash_(system::fnv1a(p.name())), first_(p.first_cases()) {}
case_source::~case_source() = default;
case_source::case_source(case_source&&) noexcept = default;

nlohmann::json case_source::at(std::uint64_t seed, std::int64_t index) const {
    const auto first = static_cast<std::int64_t>(first_.size());
    if (index < first) return first_[static_cast<std::size_t>(index)];
    // The four words are the whole key of RapidCheck's generator, a block cipher, so no two indices share a stream.
    rc::Random random(
        rc::Random::Key{seed, name_hash_, static_cast<std::uint64_t>(index), 0x74696c6570726f66u});
    return property_->generate(random, static_cast<int>((index - first) % 101));
}

}  // namespace tileproof::properties
