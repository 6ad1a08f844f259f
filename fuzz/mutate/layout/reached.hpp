// SPDX-License-Identifier: MIT
// What a layout makes the laws go through, for the coverage report of a fuzz campaign.
//
//   reached_counts counts = nothing_reached();                    every label, with 0
//   note_reached(parse_layout("packed [6] -> {unmerge(2,3): 0 -> 0,1} -> {merge: 0,1 -> 0}"), counts);
//     "transform: merge" 1, "transform: unmerge" 1, "pair: unmerge -> merge" 1,
//     "law: L2 compared" 1, "law: L3 injective by structure" 1, "law: L4 inverted" 1, ...
//
// A pair is two transforms of neighbouring stages, the upper one on a dim that the lower one made.
#pragma once

#include "fuzz/libfuzzer/target.hpp"

#include <tileproof/layout_description.hpp>

namespace tileproof::fuzz {

// All labels that a layout can have; pairs that no layout has (nothing comes above a freeze, an insert
// is on nothing) are not among them.
reached_counts nothing_reached();

void note_reached(const layout_description&, reached_counts& counts);

}  // namespace tileproof::fuzz
