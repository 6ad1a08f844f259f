// SPDX-License-Identifier: MIT
// A kernel that waits in functions of its own is cut when these have been inlined into it:
//
//   define linkonce_odr void @tile(...) #3 {   becomes   define linkonce_odr void @tile(...) alwaysinline #3 {
#pragma once

#include <string>
#include <string_view>

namespace tileproof::cpu_regions {

// What the group of attributes in `tail`, as " #3", says; empty when there is none.
std::string_view attribute_words(std::string_view module, std::string_view tail);

// The same module when there is nothing to inline.
std::string with_waiting_functions_inline(std::string_view module);

}  // namespace tileproof::cpu_regions
