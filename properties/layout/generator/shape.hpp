// SPDX-License-Identifier: MIT
// The lengths of a layout at each level, computed from the description alone.
//
//   packed [6] -> {unmerge(2,3): 0 -> 0,1}     levels: [6], [2,3]
//
// Generators, the simplifier and mutators need lengths while they build a description, before it is a layout. The
// rules of transforms are the library's (transforms/book.hpp).
#pragma once

#include <tileproof/layout_description.hpp>
#include <tileproof/transforms/facts.hpp>

#include <optional>
#include <vector>

namespace tileproof::properties {

using length_list = std::vector<long_index_t>;

// Whether a transform takes several dims and makes as many, one from each: xor.
constexpr bool is_square(transform_kind kind) {
    return shape_of(kind).lower > 1 && shape_of(kind).upper == shape_of(kind).lower;
}

// On which sides of an item's lower dim a pad of the stage below (null for the base) lets it reach outside.
detail::open_sides open_sides_below(const item_description& item, const stage_description* below);

// Sets `upper`, reusing its memory, to the upper lengths of an item on lower dims of these lengths. False if it
// breaks a rule. Looks at kinds, arguments and lengths, and at the number of dims only.
bool upper_lengths(const item_description& item, const length_list& lower, length_list& upper,
                   detail::open_sides open = {});

// Lengths of the visible dims after a stage; nullopt if an item breaks a rule or the dims are not a permutation.
std::optional<length_list> lengths_after(const stage_description& stage, const length_list& before,
                                         const stage_description* below);

// Lengths of the base and after each stage: stages + 1 lists. nullopt if a stage breaks a rule.
std::optional<std::vector<length_list>> lengths_of_levels(const layout_description& layout);

// The product; nullopt if it does not fit in 62 bits. 0 if any length is 0.
std::optional<long_index_t> element_count(const length_list& lengths);

// Row-major strides of packed lengths, for instance 12, 4, 1 for [2,3,4]. Requires a count that fits.
length_list packed_strides(const length_list& lengths);

}  // namespace tileproof::properties
