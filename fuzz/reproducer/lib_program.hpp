// SPDX-License-Identifier: MIT
// What programs that need lib/ alone have in common: one file with main, and the same as a GoogleTest case.
//
//   lib_reproducers(f, {"tileproof/layout.hpp"}, "static int failures() { ... }")
//     {"cpp", comment, includes, failures(), main() that exits with 1 while failures() is not 0}
//     {"test.cpp", comment, includes, failures(), TEST(...) { EXPECT_EQ(failures(), 0); }}
#pragma once

#include "fuzz/reproducer/reproducer.hpp"

#include <tileproof/config.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::fuzz {

// More numbers than these make no program.
inline constexpr std::size_t most_listed_in_file = 4096;

// As a C++ string literal.
std::string literal(std::string_view text);
// "{1, 2, 3};" as indented lines.
std::string numbers(const std::vector<long_index_t>& values);

// `body` defines failures(); empty: there is no program.
std::vector<reproducer> lib_reproducers(const finding& f, const std::vector<std::string>& headers,
                                        const std::string& body);

}  // namespace tileproof::fuzz
