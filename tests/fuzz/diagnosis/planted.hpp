// SPDX-License-Identifier: MIT
// Wrong kernels as properties, and a failing case of each, as small as it gets.
//
//   wrong_kernel k = planted_kernel("transpose", "wrong_batch");
//   k.smallest(1)                   {"rows": 1, "columns": 1, "batch": 2, ...}
#pragma once

#include "fuzz/worker/shrink.hpp"
#include "properties/property.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tileproof::diagnosis {

struct smallest_failure {
    nlohmann::json the_case;
    properties::failure why;
};

// Of a property that fails: nothing where 400 cases held.
std::optional<smallest_failure> smallest_of(const properties::property_list& list,
                                            std::size_t place, std::uint64_t seed);

// A kernel of tests/quality under its contract, on cpu.
std::unique_ptr<properties::property> planted_kernel(const std::string& name);

}  // namespace tileproof::diagnosis
