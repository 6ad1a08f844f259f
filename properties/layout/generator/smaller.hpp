// SPDX-License-Identifier: MIT
// One-step simplifications of a layout, for minimize().
//
//   smaller(parse_layout("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}"))
//     packed [4,3]
//     packed [2,3]                                          the lower part as a packed base
//     packed [4] -> {slice(1,3): 0 -> 0}                    without dim 1
//     packed [2,3] -> {slice(1,2): 0 -> 0; pass: 1 -> 1}    ... and so on, about 20 in all
//
// Each is a layout again, with dependent lengths and arguments repaired (a shorter base dim makes the unmerge above
// it split less), and each is lighter: fewer stages, or equally many and fewer transforms, items, dims, numbers,
// lengths of 0, smaller lengths, a plainer base, smaller numbers, plainer order of dims, in this order of importance.
// So no sequence of steps returns to a layout, and steps end.
//
// Lengths shrink to 1 rather than 0: a layout that fails with an element says more than an empty one.
#pragma once

#include <tileproof/layout_description.hpp>

#include <vector>

namespace tileproof::properties {

// The boldest first. Requires a description that is a layout; any other gets no simplification.
std::vector<layout_description> smaller(const layout_description& layout);

// The weight as numbers in order of importance; all of smaller(x) weigh less than x.
std::vector<long_index_t> weight(const layout_description& layout);

}  // namespace tileproof::properties
