// SPDX-License-Identifier: MIT
// The elements that a layout shows, found by applying each transform to an array.
//
// The memory of a layout is an array whose cell at position p holds p. The base arranges the cells in an
// n-dimensional array, and each item of each stage changes that array physically. The result holds, for every visible
// index, the position in memory that it reads, or `no_element` in a pad:
//
//   packed [2,2]      {pad(0,1): 0 -> 0; pass: 1 -> 1}     {merge: 0,1 -> 0}
//   0 1               0 1                                  0 1 2 3 - -
//   2 3               2 3
//                     - -
//
// Nothing here computes an offset through a chain of transforms, and nothing of lib/ is used, so an error in index
// arithmetic there cannot be repeated here.
#pragma once

#include "reference/array.hpp"

#include <string_view>
#include <vector>

namespace tileproof::reference {

enum class arrangement { packed, strided, aligned };

struct memory_arrangement {
    arrangement kind = arrangement::packed;
    std::vector<index> lengths;
    std::vector<index> strides;  // strided only
    index offset = 0;            // strided only: the position of the first element
    index alignment = 1;         // aligned only: rows begin at multiples of it
};

// One transform on some dims. transforms.cpp says what each word does and what its numbers mean.
struct step {
    std::string_view what;  // "pass", "unmerge", ..: the words of layout text
    std::vector<index> numbers;
    std::vector<index> strides;
    std::vector<int> lower, upper;  // positions of its dims in the arrays before and after
};

struct physical_layout {
    memory_arrangement memory;
    std::vector<std::vector<step>> stages;
};

struct shown_elements {
    std::vector<index> lengths;  // of the visible dims; empty for a layout without dims: one cell
    std::vector<index> places;   // row-major: position in memory, or no_element
};

// Requires a layout that is valid in the sense of lib/; a violation ends in an Eigen assertion. Throws too_large if
// an intermediate array has more than `largest_array` cells.
shown_elements show(const physical_layout&);

// The memory needed: one past the last cell, and with every row in full. 0 if there is no cell.
struct memory_size {
    index space = 0, padded = 0;
};
memory_size size_of(const memory_arrangement&);

// The cells of a memory arrangement: an array of its lengths.
array arrange(const memory_arrangement&);

// One stage: each step on its dims, then the dims in the order of the upper ids.
void apply(array&, const std::vector<step>& stage);

}  // namespace tileproof::reference
