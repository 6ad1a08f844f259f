// SPDX-License-Identifier: MIT
// The lengths of a layout at each level, worked out from the description alone.
//
//   packed [6] -> {unmerge(2,3): 0 -> 0,1}     levels: [6], [2,3]
//
// Generators, the simplifier and mutators need to know lengths while they build a description, long
// before it is a layout. The rules of transforms are the library's (transforms/book.hpp).
#pragma once

#include <tileproof/layout_description.hpp>

#include <optional>
#include <span>
#include <vector>

namespace tileproof::properties {

using length_list = std::vector<long_index_t>;

// Whether a transform takes several dims and makes as many, one of each: xor.
constexpr bool is_square(transform_kind kind) {
    return shape_of(kind).lower > 1 && shape_of(kind).upper == shape_of(kind).lower;
}

// In `upper`, whose memory is used again: the upper lengths of an item whose lower dims have these lengths.
// False when it breaks a rule. Looks at kinds, arguments and lengths; dims only by their number.
bool upper_lengths(const item_description& item, const length_list& lower, length_list& upper);

// Lengths of the visible dims after a stage; nothing when an item breaks a rule or the dims are no
// permutation.
std::optional<length_list> lengths_after(const stage_description& stage, const length_list& before);

// Lengths of the base and after each stage: stages + 1 lists. Nothing when a stage breaks a rule.
std::optional<std::vector<length_list>> lengths_of_levels(const layout_description& layout);

// The product; nothing when it does not fit 62 bits. 0 as soon as a length is 0.
std::optional<long_index_t> element_count(const length_list& lengths);

// Row-major strides of packed lengths, for instance 12, 4, 1 of [2,3,4]. Requires a count that
// fits.
length_list packed_strides(const length_list& lengths);

}  // namespace tileproof::properties
