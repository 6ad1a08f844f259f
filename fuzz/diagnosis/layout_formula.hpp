// SPDX-License-Identifier: MIT
// What a subject computes instead of a layout's offset: in which stage it begins, and by which formula. The same of
// the X of a tile distribution.
//
//   explain_layout(subject, parse_layout("packed [2,2] -> {xor: 0,1 -> 0,1}"))
//     "stage 1, `xor`: (i,j) has offset (i xor j % L0) * L1 + j; must have i * L1 + (j xor i % L1)"
//   L0, L1 are the lengths that the layout shows; begin, end, left, ... the arguments of its transforms.
//
// The formula is tried on the same layout with other numbers, three of them wrong at least.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tileproof/layout_description.hpp>

#include "fuzz/diagnosis/formula.hpp"
#include "properties/layout/subject.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::diagnosis {

struct wrong_layout {
    std::string text;   // with the formula, where one fits; else where it begins
    std::string stage;  // "stage 1, `xor`", "the base"
    std::string
        fails_when;  // "of layouts of this form exactly those with begin > 0 (...)"; empty: not known
    std::size_t shapes = 0;
};

// Of offsets that differ from the reference's; nothing where they do not.
std::optional<wrong_layout> explain_layout(const properties::layout_subject&,
                                           const layout_description&);

// The numbers in a layout: by name for formulas, and changed for more layouts of its kind.
//
//   "packed [2] -> {slice(1,2): 0 -> 0}"      named_numbers(): {"begin", 1}, {"end", 2}
//   with_other_numbers(...)                   "packed [7] -> {slice(1,5): 0 -> 0}", valid or not

// Lengths, strides, offset and alignment of the base, and the arguments of the items; tables are left out.
size_list named_numbers(const layout_description&);

// By argument, the largest over the layout's transforms of a kind: {"begin of `slice`", 1}.
size_list largest_arguments(const layout_description&);

// One to three numbers changed. `state`: of the choice, changed with each call.
layout_description with_other_numbers(layout_description, std::uint64_t& state);

// What a subject computes instead of a tile distribution's X: for which X, and by which formula.
//
//   explain_tile(subject, parse_tile("tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]"))
//     "X0 of (p0) is (p0 / H0.0) + (p0 % H0.0) * H0.1; must be p0"
//
// p0, p1: the parts of the thread, as P lists them; y0, y1: those of the register; H0.1: a length of the encoding.

struct wrong_tile {
    std::string text;      // empty: no formula fits
    std::string quantity;  // "X0": the first that is wrong
};

// Of X that differ from the reference's; nothing where they do not.
std::optional<wrong_tile> explain_tile(const properties::tile_subject&, const tile_encoding&);

}  // namespace tileproof::diagnosis
