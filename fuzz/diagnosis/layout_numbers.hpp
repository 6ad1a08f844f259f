// SPDX-License-Identifier: MIT
// The numbers in a layout: by name for formulas, and changed for more layouts of its kind.
//
//   "packed [2] -> {slice(1,2): 0 -> 0}"      named_numbers(): {"begin", 1}, {"end", 2}
//   with_other_numbers(...)                   "packed [7] -> {slice(1,5): 0 -> 0}", valid or not
#pragma once

#include "fuzz/diagnosis/formula.hpp"

#include <tileproof/layout_description.hpp>

#include <cstdint>

namespace tileproof::diagnosis {

// Lengths, strides, offset and alignment of the base, and the arguments of the items; tables are left out.
size_list named_numbers(const layout_description&);

// By argument, the largest over the layout's transforms of a kind: {"begin of `slice`", 1}.
size_list largest_arguments(const layout_description&);

// One to three numbers changed. `state`: of the choice, changed with each call.
layout_description with_other_numbers(layout_description, std::uint64_t& state);

}  // namespace tileproof::diagnosis
