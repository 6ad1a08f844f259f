// SPDX-License-Identifier: MIT
// The elements of an observed call with names for their indices, and where they were found.
//
//   names of a transpose: extents batch, rows, columns; letters b, r, c. Extents that are 1 in all calls have none.
//   element {r 0, c 1}: right offset 2, found at {1}
#pragma once

#include "fuzz/diagnosis/formula.hpp"
#include "properties/kernel/contract.hpp"
#include "properties/kernel/observed_call.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

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

}  // namespace tileproof::diagnosis
