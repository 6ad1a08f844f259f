// SPDX-License-Identifier: MIT
// The laws of tile distributions, one checker each.
//
//   check_coverage(dynamic_tiles(), parse_tile("tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"))      held
//   of a subject whose lanes are read with the wrong stride: "In tile R=[] .., the number of holders of X (2) is
//   0, but must be 1."
//
// Each law first asks the reference whether the encoding is well made at all: coverage and reference are
// discarded when it is not, refusal is discarded when it is. So one stream of encodings, sound and broken,
// serves all three, and a minimizer may cross from one to the other without fooling a law.
#pragma once

#include "properties/law_result.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::properties {

// Tiles with more threads times registers are not judged.
inline constexpr long_index_t most_holders = 1 << 20;

// L11: each X is held exactly as often as R says, by different threads, nothing else is held, and holder()
// undoes index().
law_result check_coverage(const tile_subject&, const tile_encoding&);

// L2: every register of every thread holds the X that counting through all dims finds.
law_result check_tile_reference(const tile_subject&, const tile_encoding&);

// L13: an encoding that is not well made is refused with a sentence that gives values.
law_result check_tile_refusal(const tile_subject&, const tile_encoding&);

// L13 of texts: any text is refused with a sentence that says where, or it is an encoding whose canonical
// text reads as the same encoding.
law_result check_tile_text(std::string_view text);

// L13 of a text that is right: it is read, made, and printed as it stands but for blanks.
law_result check_right_tile_text(const tile_subject&, const std::string& text);

// L13 of a text that is wrong by itself.
law_result check_wrong_tile_text(const std::string& text);

}  // namespace tileproof::properties
