// SPDX-License-Identifier: MIT
// Layout evaluators with a bug planted on purpose, each of a class that was really shipped
// somewhere.
//
//   planted_layout_subject bug(layout_bug::merge_swapped);
//   bug.make(parse_layout("packed [1,2] -> {merge: 0,1 -> 0}"))->offset({1})  ==  2, and 1 is right
//
// The evaluator is a plain interpreter of descriptions, written for this purpose; with
// layout_bug::none it is right, which is tested, so that what a law finds is the bug that was
// planted.
#pragma once

#include "properties/layout/subject.hpp"

namespace tileproof::quality {

enum class layout_bug {
    none,
    pad_off_by_one,       // the first index behind the elements of a pad counts as valid
    left_pad_unchecked,   // indices of a left pad show the first element
    merge_swapped,        // digits are taken with the lengths in the opposite order
    unmerge_wrong_order,  // the first dim is taken for the fastest
    xor_swapped,          // the first dim is changed by the second
    slice_begin_ignored,
    modulo_ignored,
    offset_ignored,
    freeze_takes_first,      // freeze(i) gives index 0
    embed_swapped,           // strides in the opposite order
    gather_shifted,          // the entry before
    aligned_not_rounded,     // rows of an aligned base lie packed
    space_in_32_bits,        // the element space is multiplied in 32 bits before it is widened
    zero_stride_unnoticed,   // a base with a stride of 0 calls itself injective
    inverse_without_offset,  // the inverse forgets the offset of the base
    space_one_short,         // the last element is not in the element space
    rows_bottom_up,  // the last row of a packed base is the first in memory; the inverse undoes it
    wrong_dim_repeats  // of a base with a stride of 0, the dim before is named as the one that repeats
};

class planted_layout_subject final : public properties::layout_subject {
  public:
    explicit planted_layout_subject(layout_bug bug) : m_bug(bug) {}
    std::string_view name() const override { return "planted"; }
    std::unique_ptr<properties::layout_evaluator> make(
        const layout_description& layout) const override;

  private:
    layout_bug m_bug;
};

}  // namespace tileproof::quality
