// SPDX-License-Identifier: MIT
// The table of what transforms do to an array, for layout.cpp.
//
//   transform_named("pad").apply(cells, {"pad", {1, 2}, ..}, {5})     8 rows, of which 3 have no element
#pragma once

#include "reference/layout.hpp"

#include <functional>

namespace tileproof::reference {

struct transform {
    std::string_view word;
    // Changes the array, whose first dims are the step's lower ones, of these lengths. Returns the lengths of its
    // upper dims, which are then the first ones.
    std::vector<index> (*apply)(array&, const step&, const std::vector<index>& lower);
    bool dims_apart = false;  // do not merge the lower dims into one first
};

// Throws std::invalid_argument for an unknown word.
const transform& transform_named(std::string_view word);

// The numbers offset + i_0 strides[0] + i_1 strides[1] + ... in row-major order of the indices i:
// one dim after the other, each number is replaced by a run of numbers one stride apart.
std::vector<index> enumerate(index offset, const std::vector<index>& lengths,
                             const std::vector<index>& strides);

}  // namespace tileproof::reference
