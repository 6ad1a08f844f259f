// SPDX-License-Identifier: MIT
// The layout that an input of a fuzz target stands for, and what that makes the laws go through.
//
//   "packed [2,3] -> {merge: 0,1 -> 0}"      itself: corpora can be read, and findings copied
//   "packed [2,3] -> {merge: 0,1 -> 1}"      no layout, so its bytes are choices of the generator:
//                                            naive [4,2] strides [3,1] -> {pass: 1 -> 0; ...}
//
// So every input is a valid layout by construction, and no execution is spent on refusals (the
// target layout_text is about those).
#pragma once

#include "fuzz/libfuzzer/target.hpp"
#include "properties/layout/generator/layout_generator.hpp"

#include <tileproof/layout_description.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tileproof::fuzz {

// What the generator and the mutator stay within: small enough for thousands of layouts a second.
inline constexpr properties::layout_limits small_layouts{
    .rank = 5, .stages = 6, .elements = 64, .vast = true};

// Every layout that the laws can judge in well under a millisecond: each level has at most this
// many indices, or so many that it is only probed.
inline constexpr long_index_t most_indices = 256;
bool affordable(const layout_description& layout);

// Whether it is a layout at all, and affordable.
bool usable(const layout_description& layout);

// What the next layout_of_text(text) gives, without reading and trying it again: the mutator has just
// written the text of this layout, and libFuzzer hands it to the target and then to the mutator again.
// Requires a usable layout and its canonical text. The last text is kept, one in each thread, as are some
// of the texts that were read.
void remember(std::string_view text, const layout_description& layout);

// Nothing when the bytes are no layout text, or one that is not usable.
std::optional<layout_description> layout_of_text(std::span<const std::uint8_t> bytes);

// The layout itself, or the one that the bytes choose.
layout_description layout_of(std::span<const std::uint8_t> bytes);

// What a layout makes the laws go through, for the coverage report of a fuzz campaign.
//
//   reached_counts counts = nothing_reached();                    every label, with 0
//   note_reached(parse_layout("packed [6] -> {unmerge(2,3): 0 -> 0,1} -> {merge: 0,1 -> 0}"), counts);
//     "transform: merge" 1, "transform: unmerge" 1, "pair: unmerge -> merge" 1,
//     "law: L2 compared" 1, "law: L3 injective by structure" 1, "law: L4 inverted" 1, ...
//
// A pair is two transforms of neighbouring stages, the upper one on a dim that the lower one made.
//
// All labels that a layout can have; pairs that no layout has (nothing comes above a freeze, an insert
// is on nothing) are not among them.
reached_counts nothing_reached();

void note_reached(const layout_description&, reached_counts& counts);

}  // namespace tileproof::fuzz
