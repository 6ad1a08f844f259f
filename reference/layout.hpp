// SPDX-License-Identifier: MIT
// What a layout shows, found by doing to an array what each transform says.
//
// The memory of a layout is modelled as an array whose cell at place p holds p. The base arranges
// the cells in an n-dimensional array, each item of each stage changes that array physically, and
// what is left is for every visible index the place in memory that it reads, or `no_element` in a
// pad:
//
//   packed [2,2]      {pad(0,1): 0 -> 0; pass: 1 -> 1}     {merge: 0,1 -> 0}
//   0 1               0 1                                  0 1 2 3 - -
//   2 3               2 3
//                     - -
//
// Nothing here computes an offset through a chain of transforms, and nothing of lib/ is used, so an
// index computed wrong there cannot be wrong here in the same way.
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
    index offset = 0;            // strided only: the place of the first element
    index alignment = 1;         // aligned only: rows begin at multiples of it
};

// One transform on some dims. What each word does, and what its numbers are, is in transforms.cpp.
struct step {
    std::string_view what;  // "pass", "unmerge", ..: the words of layout text
    std::vector<index> numbers;
    std::vector<index> strides;
    std::vector<int> lower, upper;  // places of its dims in the arrays before and after
};

struct physical_layout {
    memory_arrangement memory;
    std::vector<std::vector<step>> stages;
};

struct shown_elements {
    std::vector<index> lengths;  // of the visible dims; empty for a layout without dims: one cell
    std::vector<index> places;   // row-major over them: place in memory, or no_element
};

// Requires a layout that is valid in the sense of lib/; a violated rule ends in an Eigen assertion.
// Throws too_large when an array on the way has more than `largest_array` cells.
shown_elements show(const physical_layout&);

// How much memory it needs: one past its last cell, and with every row in full. 0 where there is no cell.
struct memory_size {
    index space = 0, padded = 0;
};
memory_size size_of(const memory_arrangement&);

// The cells of a memory arrangement: an array of its lengths.
array arrange(const memory_arrangement&);

// One stage: each step on its dims, then the dims in the order of the upper ids.
void apply(array&, const std::vector<step>& stage);

}  // namespace tileproof::reference
