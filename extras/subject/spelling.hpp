// SPDX-License-Identifier: MIT
// A layout or a tile distribution in the words of a library.
//
//   spell(ck, {parse_layout("packed [4] -> {pad(1,2): 0 -> 0}"), number_style::known}).lines
//     "make_naive_tensor_descriptor_packed(make_tuple(number<4>{}), number<-1>{})"
//     "transform_tensor_descriptor(d0, make_tuple(make_pad_transform(number<4>{}, number<1>{}, number<2>{})), ..)"
//
// With number_style::given the numbers are v[0], v[1], ..: one program then serves every layout of this structure.
#pragma once

#include "extras/subject/library.hpp"

#include <tileproof/layout_description.hpp>
#include <tileproof/tile/tile_encoding.hpp>

#include <string>
#include <variant>
#include <vector>

namespace tileproof::subject {

enum class number_style {
    given,  // at run time
    known,  // at compile time
    mixed,  // every other one
    plain   // as in a program for a reader
};

struct outside_case {
    layout_description layout;
    number_style style = number_style::given;
    bool chained = false;      // the stages as adaptors that are chained
    long_index_t vector = -1;  // what the user guarantees of the last dim; -1: nothing
    std::string broken =
        {};  // the rule that it breaks, so that it must be refused; empty: it is a layout
};
using any_case = std::variant<outside_case, tile_encoding>;
// A list of a tile would take anything, so the alternative is named.
inline any_case either(outside_case c) {
    return any_case(std::in_place_type<outside_case>, std::move(c));
}
inline any_case either(tile_encoding e) { return any_case(std::in_place_type<tile_encoding>, e); }

struct spelled_layout {
    std::vector<std::string> lines;     // of d0, d1, ..; the last is the layout
    std::vector<long_index_t> numbers;  // v
};

// Can it be spelled, with sizes that the library's integers hold?
bool can_spell(const library&, const layout_description&);
bool can_spell(const library&, const tile_encoding&);
bool fits_integers(const library&, const layout_description&);

// Is what the user guarantees so? Only then the case is a valid program.
bool guarantee_holds(const outside_case&);

// Requires can_spell(). Lengths of a malformed layout may be anything; where they are not known below a transform,
// std::invalid_argument is thrown.
spelled_layout spell(const library&, const outside_case&);
std::string spell(const library&, const tile_encoding&);

std::string text_of(const any_case&);  // "packed [4] -> {pad(1,2): 0 -> 0}", "tile R=[] H=[[2]] .."

using properties::filled;

}  // namespace tileproof::subject
