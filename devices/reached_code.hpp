// SPDX-License-Identifier: MIT
// Which lines of a kernel's source ran in this process, and which ways its conditions went.
//
//   12  if (i >= n) return;      {"k.hip", 12, 0, line} true, {"k.hip", 12, 7, condition_true} false,
//                                {"k.hip", 12, 7, condition_false} true: never with more threads than elements
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace tileproof::devices {

struct code_point {
    enum class kind : std::uint32_t { line, condition_true, condition_false, kernel };
    std::string file;                    // of a kernel its name
    std::uint32_t line = 0, column = 0;  // the column of a condition
    kind what = kind::line;
    friend auto operator<=>(const code_point&, const code_point&) = default;
};

// Copies of the same code, of templates and of functions that were inlined, have one entry: true if one of them is.
using reached_code = std::map<code_point, bool>;

}  // namespace tileproof::devices
