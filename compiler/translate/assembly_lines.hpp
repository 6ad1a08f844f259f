// SPDX-License-Identifier: MIT
// The instructions of inline assembly that can be written as C++ expressions.
//
//   instructions_of("s_nop 4\\nv_add_f32 %0, %1, %2")        {"v_add_f32 %0, %1, %2"}, as the literal spells it
//   as_expression({"v_add_f32 %0, %1, %2"}, {"(r)", "(a)", "(b)"})    "((r) = (a) + (b))"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

// Leaves out waits, hints and comments, which mean nothing if each access ends before the next begins.
std::vector<std::string_view> instructions_of(std::string_view text);

// `operands` in the order of their numbers. Empty if an instruction or its form is not known.
std::string as_expression(std::vector<std::string_view> lines,
                          const std::vector<std::string>& operands);

}  // namespace tileproof::compiler
