// SPDX-License-Identifier: MIT
// What a subject computes instead of a tile distribution's X: for which X, and by which formula.
//
//   explain_tile(subject, parse_tile("tile R=[] H=[[2,2]] P=[[1,1;0,1]] Y=[]"))
//     "X0 of (p0) is (p0 / H0.0) + (p0 % H0.0) * H0.1; must be p0"
//
// p0, p1: the parts of the thread, as P lists them; y0, y1: those of the register; H0.1: a length of the encoding.
#pragma once

#include "properties/tile/tile_subject.hpp"

#include <optional>
#include <string>

namespace tileproof::diagnosis {

struct wrong_tile {
    std::string text;      // empty: no formula fits
    std::string quantity;  // "X0": the first that is wrong
};

// Of X that differ from the reference's; nothing where they do not.
std::optional<wrong_tile> explain_tile(const properties::tile_subject&, const tile_encoding&);

}  // namespace tileproof::diagnosis
