// SPDX-License-Identifier: MIT
// Users' files in tests: each is compiled once in a program, and a kernel of it is judged over some cases.
//
//   for (const auto& p : user_properties(library_of("examples/transpose.hip"), "t.hip", "cpu"))
//       broken_laws(*p, 40);                 {"K6": "race on `part`: ... in {\"dims\":[1,2,1],...}"}
#pragma once

#include "compiler/build/user_library.hpp"
#include "properties/property.hpp"

#include <map>
#include <string>

namespace tileproof::compiler {

// Files whose kernels several tests look at.
inline constexpr const char* cheats_file = "tests/compiler/build/cheats.hip";
inline constexpr const char* contracts_file = "tests/compiler/build/contracts.hip";
inline constexpr const char* declarations_file = "tests/compiler/build/declarations.hip";

// A file of the project, by its path in it.
user_library& library_of(const std::string& file);

// The laws that fail over the first cases and so many random ones, with the first sentence of each.
std::map<std::string, std::string> broken_laws(const properties::property& p, int random_cases);

// What a case that is not small says of a declaration: throws wrong_declaration.
void judge_once(const properties::property& p);

// A line for each.
std::string text(const std::map<std::string, std::string>& broken);

}  // namespace tileproof::compiler
