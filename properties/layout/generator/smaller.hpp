// SPDX-License-Identifier: MIT
// One-step simplifications of a layout, for minimize().
//
//   smaller(parse_layout("packed [4,3] -> {slice(1,3): 0 -> 0; pass: 1 -> 1}"))
//     packed [4,3]
//     packed [2,3]                                          the lower part as a packed base
//     packed [4] -> {slice(1,3): 0 -> 0}                    without dim 1
//     packed [2,3] -> {slice(1,2): 0 -> 0; pass: 1 -> 1}    ... and so on, about 20 in all
//
// Every one is a layout again, with dependent lengths and arguments repaired (a shorter base dim
// makes the unmerge above it split less), and every one is lighter: fewer stages, or as many and
// fewer transforms, items, dims, numbers, lengths of 0, smaller lengths, a plainer base, smaller
// numbers, plainer order of dims, in this order of importance. So no sequence of steps comes back,
// and steps end.
//
// Lengths shrink to 1 rather than to 0: a layout that fails with an element says more than an empty
// one.
#pragma once

#include <tileproof/layout_description.hpp>

#include <vector>

namespace tileproof::properties {

// The boldest first. Requires a description that is a layout; another one gets no simplification.
std::vector<layout_description> smaller(const layout_description& layout);

// The weight as numbers in order of importance; smaller(x) are those of less weight.
std::vector<long_index_t> weight(const layout_description& layout);

}  // namespace tileproof::properties
