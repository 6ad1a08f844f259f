// SPDX-License-Identifier: MIT
// The contents of unwritten memory: drawn from the case's seed, so that a case depends on nothing but itself, in
// particular not on an earlier case or block.
//
//   fill_poison(shared, 4096, block_seed(7, 0));   // block 0 of a case with seed 7: the same each time
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "devices/mixed.hpp"

namespace tileproof::cpu_engine {

using devices::mixed;

inline constexpr std::uint64_t block_seed(std::uint64_t case_seed, std::uint64_t block) {
    return mixed(case_seed ^ mixed(block));
}

inline void fill_poison(void* at, std::size_t bytes, std::uint64_t seed) {
    auto* to = static_cast<std::byte*>(at);
    for (; bytes >= sizeof seed; bytes -= sizeof seed, to += sizeof seed)
        std::memcpy(to, &seed, sizeof seed);
    std::memcpy(to, &seed, bytes);
}

}  // namespace tileproof::cpu_engine
