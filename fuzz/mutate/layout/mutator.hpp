// SPDX-License-Identifier: MIT
// The mutator and cross-over of layout texts, in the form that libFuzzer calls them.
//
// Both read their inputs as layout_input.hpp does, edit the layouts, and write layout text. The
// same bytes and the same seed give the same text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileproof::fuzz {

// Writes the text of an edited layout over the first `size` of the bytes; returns its length, which
// is at most data.size(). 0 when not even the layout itself fits.
std::size_t mutate_layout(std::span<std::uint8_t> data, std::size_t size, std::uint64_t seed);

// Writes the text of a layout with parts of both; its length, or 0 when it does not fit.
std::size_t cross_layouts(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                          std::span<std::uint8_t> out, std::uint64_t seed);

}  // namespace tileproof::fuzz
