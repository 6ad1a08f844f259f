// SPDX-License-Identifier: MIT
// A number of a launch as an expression of the problem's lengths, guessed from many launches and true of all of them.
//
//   fitted_number({{"rows", {5, 70, 33}}, {"columns", {9, 64, 1000}}}, {1, 3, 2})     ceil(rows/32)
//   fitted_number(.., {45, 4480, 33000})                                             rows*columns
//
// The forms: a constant; times * product of up to three lengths + plus; times * ceil(product/by); ceil(a/b) * ceil(c/d); and the
// lesser of one of them and a number. Of several the simplest is chosen; null if none fits.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties {

// A length, and its value in each launch.
using values_of_length = std::pair<std::string, std::vector<std::int64_t>>;

// {"text": "2*ceil(rows/32)", "factors": [{"names": ["rows"], "by": 32}], "times": 2, "plus": 0, "most": 0}
//   times * the product of the factors, each of them rounded up, + plus; at most `most` if that is not 0
nlohmann::json fitted_number(const std::vector<values_of_length>& lengths,
                             const std::vector<std::int64_t>& values);

}  // namespace tileproof::properties
