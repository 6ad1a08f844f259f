// SPDX-License-Identifier: MIT
// The layout that an input of a fuzz target stands for.
//
//   "packed [2,3] -> {merge: 0,1 -> 0}"      itself: corpora can be read, and findings copied
//   "packed [2,3] -> {merge: 0,1 -> 1}"      no layout, so its bytes are choices of the generator:
//                                            naive [4,2] strides [3,1] -> {pass: 1 -> 0; ...}
//
// So every input is a valid layout by construction, and no execution is spent on refusals (the
// target layout_text is about those).
#pragma once

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

}  // namespace tileproof::fuzz
