// SPDX-License-Identifier: MIT
// Loads of whole vectors, which clang writes where elements are read or written, and the lines behind them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_checked {

using body_lines = std::vector<std::string_view>;  // of a function

// "%7 = load volatile <4 x float>, ptr %v, align 16, !dbg !5"
struct vector_load {
    std::string_view value;                               // "%7"
    std::string_view access;                              // "volatile <4 x float>"
    std::string_view type;                                // "<4 x float>"
    std::string_view element;                             // "float"
    std::string_view pointer;                             // "%v"
    std::size_t elements = 0;                             // 4
    std::size_t alignment = 1;                            // 16
    std::string kind() const;                             // "volatile ", or nothing
    std::size_t alignment_of(std::size_t element) const;  // 16, 4, 8, 4
};
// Nothing where its elements have no address each.
std::optional<vector_load> read_vector_load(std::string_view line);

// Does the line write `value` back to where the vector was loaded?
bool stored_back(std::string_view line, const vector_load&, std::string_view value);

std::size_t occurrences(const body_lines&, std::string_view value);

// ", !dbg !5", when the line has a place.
std::string place_of(std::string_view line);

// What stands in place of the first `lines` lines of some; 0 where nothing does.
struct rewritten_lines {
    std::string text;
    std::size_t lines = 0;
};

}  // namespace tileproof::cpu_checked
