// SPDX-License-Identifier: MIT
// What a kernel does instead: from runs on inputs in which every element differs, the rule by which its elements go astray.
//
//   explain_map(contract, observations)      of three shapes of a transpose at least
//     "element (r,c) arrives at c * columns + r; must be c * rows + r"
//     "(r,c) of the output is not written where r is in the last, partial tile of 16 rows"
//     "bits 2 and 3 of the offset are exchanged"
//
// A rule is said only when it gives every element of every shape that was seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/diagnosis/condition.hpp"
#include "fuzz/diagnosis/formula.hpp"
#include "fuzz/finding/bug.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/observed_call.hpp"

namespace tileproof::diagnosis {

// The elements of an observed call with names for their indices, and where they were found.
//
//   names of a transpose: extents batch, rows, columns; letters b, r, c. Extents that are 1 in all calls have none.
//   element {r 0, c 1}: right offset 2, found at {1}

struct moved_element {
    std::vector<std::int64_t> index;  // by letter
    std::int64_t right = 0;           // offset
    std::int64_t there = 0;           // what lies at that offset: an element, or none of them
    std::vector<std::int64_t> found;  // offsets
};

struct moved_shape {
    size_list sizes;
    std::vector<std::int64_t> extents;    // by letter
    std::vector<moved_element> elements;  // by packed element of the output
    std::vector<std::int64_t> held;       // by offset: an element, or none of them
    bool wrong() const;
};

struct moved_elements {
    std::string operand;  // whose indices they are: "the input" of a movement, else "the output"
    bool of_input = false;
    std::vector<std::string> letters, extents;
    std::vector<std::string> strides;  // which of the sizes are distances
    std::vector<moved_shape> shapes;
    std::string name() const;  // "(r,c)"
};

// Lengths, and distances where they are not those of a packed array in every call.
size_list sizes_of(const properties::kernel_contract&, const properties::kernel_case&);

// `with_ones`: also extents that are 1 in all calls, batches aside.
moved_elements elements_of(const properties::kernel_contract&,
                           const std::vector<properties::observed_call>&, bool with_ones = false);

struct wrong_map {
    std::string text;
    std::string heading;  // what the bug is called that does this; empty: the rule has no name
    std::size_t shapes = 0, elements = 0;  // that it explains
};

// Of observations that tell and show something wrong; nothing where there are less than three shapes, or no rule.
std::optional<wrong_map> explain_map(const properties::kernel_contract&,
                                     const std::vector<properties::observed_call>&);

// What must be and what is, with the element that lies in each place; empty for more than a few elements.
fuzz::side_by_side picture_of(const properties::kernel_contract&, const properties::observed_call&);

bool is_wrong(const properties::observed_call&);

// Runs the cases in child processes for so many seconds at most: those that told something.
std::vector<properties::observed_call> observe_all(const properties::kernel_view&,
                                                   const std::vector<nlohmann::json>& cases,
                                                   double seconds);
std::vector<properties::observed_product> probe_all(const properties::kernel_view&,
                                                    const std::vector<nlohmann::json>& cases,
                                                    double seconds);

// What the bug is called that a wrong map proves, in the words of the field.
//
//   must be r + c * rows, arrives at r + c * columns       "Rows and columns are swapped in the output index"
//   must be r * output_stride + c, arrives at r * rows + c    "The stride of the output is ignored"
//   (r,c) is not written where r is in the last, partial tile of 16      "The last, partial tile of 16 is not written"
//
// Empty: what is wrong has no such name.

// What a kernel does instead as a sentence, and what that is called.
struct named_rule {
    std::string text, name;
};

std::string name_of_address(const moved_elements&, const formula& must, const formula& is);
// By index: which element lies there.
std::string name_of_element(const moved_elements&, const std::vector<std::string>& index);
std::string name_of_unwritten(const condition& where);

}  // namespace tileproof::diagnosis
