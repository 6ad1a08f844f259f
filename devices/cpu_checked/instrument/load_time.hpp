// SPDX-License-Identifier: MIT
// Functions that run while a file is loaded, and never again, are not optimised.
//
//   const std::string module = without_optimising_loading(text);
//   define linkonce_odr void @_ZNSt6vectorI...E(...) #3 {   becomes   ...(...) noinline optnone #3 {
//
// The declaration of a kernel test is made of std::string, std::vector and std::function: several hundred small
// functions, which take half of the time that LLVM needs for the file of one kernel. What a case calls is reached from
// a kernel, another function of the user's or the engine's, or a std::function that the harness calls; the rest runs once.
#pragma once

#include <string>
#include <string_view>

namespace tileproof::cpu_checked {

// Of a file that declares kernel tests, as LLVM IR before optimisation.
std::string without_optimising_loading(std::string_view module);

}  // namespace tileproof::cpu_checked
