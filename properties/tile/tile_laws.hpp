// SPDX-License-Identifier: MIT
// The laws of tile distributions, one checker each.
//
//   check_coverage(dynamic_tiles(), parse_tile("tile R=[] H=[[2,2]] P=[[1,1]] Y=[1,0]"))      held
//   for a subject that reads lanes with the wrong stride: "In tile R=[] .., the number of holders of X (2) is
//   0, but must be 1."
//
// Each law first asks the reference whether the encoding is valid: coverage and reference are discarded if it is not,
// refusal if it is. So one stream of valid and broken encodings serves all three, and a minimizer may cross from one
// to the other without fooling a law.
#pragma once

#include "properties/law_result.hpp"
#include "properties/tile/tile_subject.hpp"

namespace tileproof::properties {

// Tiles with more threads times registers are not judged.
inline constexpr long_index_t most_holders = 1 << 20;

// L11: each X is held exactly as often as R says, by different threads, nothing else is held, and holder() inverts
// index().
law_result check_coverage(const tile_subject&, const tile_encoding&);

// L2: every register of every thread holds the X that counting through all dims finds.
law_result check_tile_reference(const tile_subject&, const tile_encoding&);

// L13: a malformed encoding is refused with a sentence that gives values.
law_result check_tile_refusal(const tile_subject&, const tile_encoding&);

// L13 for texts: any text is either refused with a sentence that gives the position, or it is an encoding whose
// canonical text reads as the same encoding.
law_result check_tile_text(std::string_view text);

// L13 for a valid text: it can be read and made, and prints as it was, except for spaces.
law_result check_right_tile_text(const tile_subject&, const std::string& text);

// L13 for a text that is malformed in itself.
law_result check_wrong_tile_text(const std::string& text);

}  // namespace tileproof::properties
