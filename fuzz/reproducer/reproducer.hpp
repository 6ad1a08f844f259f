// SPDX-License-Identifier: MIT
// A finding as files to send to a colleague.
//
//   reproducers_of(finding of L2 in "packed [1] -> {pad(0,1): 0 -> 0}")
//     {"cpp", a program of one file that needs lib/ alone and exits with 1 while the bug is there}
//     {"test.cpp", the same as a GoogleTest case}
//   reproducers_of(finding of K1 in transpose_tiled@cpu)
//     {"hip", a program of one file with main that runs the kernel on a GPU and compares}
//   reproducers_of(finding of a fuzz target)
//     {"sh", a script that gives the bytes to the target again}
#pragma once

#include "fuzz/finding/finding.hpp"
#include "properties/layout/subject.hpp"
#include "properties/property.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <tileproof/config.hpp>

namespace tileproof::fuzz {

struct reproducer {
    std::string ending;  // of the file name: "cpp", "test.cpp", "hip", "sh"
    std::string text;
};

// Empty when the case is too large for a file (then replay_command() is what there is). `judge` is the property that
// the finding is about; only users' kernels need it, and run the declaration's own reference.
// Throws bad_case when the case of the finding cannot be read.
std::vector<reproducer> reproducers_of(const finding& f,
                                       const properties::property* judge = nullptr);

// The parts; each is empty for what it has no program for. `layout_text` must be a layout.
std::vector<reproducer> layout_reproducers(const finding& f, const std::string& layout_text);
std::vector<reproducer> tile_reproducers(const finding& f);
std::vector<reproducer> division_reproducers(const finding& f);
std::vector<reproducer> device_reproducers(const finding& f);     // layouts or tiles on a device
std::vector<reproducer> catalogue_reproducers(const finding& f);  // kernels of the catalogue
std::vector<reproducer> user_reproducers(const finding& f, const properties::property& judge);
std::vector<reproducer> input_reproducers(const finding& f);  // of a fuzz target

// The text as lines of a C++ comment.
std::string as_comment(const std::string& text);

// The offsets of a layout as a table, a row for each index of all dims but the last, wrong ones marked:
//
//   (0,*)    0    1    .     "7|1": the subject says 7, and 1 is right; ".": no element
//   (1,*)    2  7|1   9!     "9!": outside the element space
//
// Of a large one the part around the first wrong offset. Empty when nothing is wrong, the subject refuses the
// layout, or it is too large for the reference.
std::string picture_of_wrong(const properties::layout_subject& subject,
                             const layout_description& layout);

// What programs that need lib/ alone have in common: one file with main, and the same as a GoogleTest case.
//
//   lib_reproducers(f, {"tileproof/layout.hpp"}, "static int failures() { ... }")
//     {"cpp", comment, includes, failures(), main() that exits with 1 while failures() is not 0}
//     {"test.cpp", comment, includes, failures(), TEST(...) { EXPECT_EQ(failures(), 0); }}

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
