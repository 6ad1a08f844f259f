// SPDX-License-Identifier: MIT
// What a fuzz target prints when a law is broken, for the campaign that runs it:
//
//   tileproof: a law is broken
//   L2 reference: packed [2,2]: index (1,0) has offset 1, but must have offset 2.
//   cause layout_laws.cpp:34
//
// The second line begins with the law's code where there is one. Inputs with one cause are one finding.
#pragma once

#include <string_view>

namespace tileproof::fuzz {

inline constexpr std::string_view broken_mark = "tileproof: a law is broken";
inline constexpr std::string_view cause_mark = "\ncause ";

}  // namespace tileproof::fuzz
