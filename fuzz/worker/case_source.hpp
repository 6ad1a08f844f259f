// SPDX-License-Identifier: MIT
// The case of an index: the same seed, property and index give the same case, whatever else runs, in whatever order,
// in however many processes.
//
//   case_source source(p);                 // p.first_cases() has 12 cases
//   source.at(seed, 3)                     // the fourth boundary case, for every seed
//   source.at(seed, 12)                    // the first random one: size 0
//   source.at(seed, 112), source.at(seed, 113)       // size 100, then size 0 again
#pragma once

#include "properties/property.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace tileproof::properties {

class case_source {
  public:
    explicit case_source(const property& p);
    ~case_source();
    case_source(case_source&&) noexcept;
    nlohmann::json at(std::uint64_t seed, std::int64_t index) const;

  private:
    const property* property_;
    std::uint64_t name_hash_;
    std::vector<nlohmann::json> first_;
};

}  // namespace tileproof::properties
