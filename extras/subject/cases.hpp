// SPDX-License-Identifier: MIT
// Random cases for a library: layouts and tiles of the project's own generators, of what the library can spell.
//
//   draw from(seed);
//   random_case(ck, from, 30)       naive [4,6] strides [6,1] -> {..}, with numbers of run time, vectors of 2 guaranteed
//   with_other_numbers(ck, c, from) the same structure with other lengths and arguments: nothing is compiled for it
#pragma once

#include "extras/subject/library.hpp"
#include "properties/draw.hpp"

#include <optional>

namespace tileproof::subject {

// Of 4096 elements at most; of a library of 32 bits one in eight is as large as they hold.
outside_case random_case(const library&, properties::draw&, int size);
std::optional<outside_case> with_other_numbers(const library&, const outside_case&,
                                               properties::draw&);
tile_encoding random_outside_tile(const library&, properties::draw&, int size);

// A case that breaks one of the rules of properties/layout/generator/malformed, or has a size that the integers do not
// hold; nothing when it cannot be spelled.
std::optional<outside_case> random_mistake(const library&, properties::draw&, int size,
                                           std::size_t rule);
std::size_t mistake_rules();
// The same with less below, fewer dims and smaller numbers, as long as tileproof refuses it for the same reason.
outside_case smallest_mistake(const library&, outside_case);

// Lighter cases, the boldest first: of the layout, of what is guaranteed, without the chain; of a tile.
std::vector<any_case> smaller(const library&, const any_case&);

}  // namespace tileproof::subject
