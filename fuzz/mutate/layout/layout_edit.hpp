// SPDX-License-Identifier: MIT
// Random edits of layouts, for the mutator of a fuzz target: a valid layout in, a valid layout out.
//
//   edited(parse_layout("packed [6] -> {unmerge(2,3): 0 -> 0,1}"), from)
//     packed [8] -> {unmerge(2,4): 0 -> 0,1}                     a length
//     packed [6] -> {unmerge(2,3): 0 -> 1,0}                     the order of dims
//     packed [6] -> {unmerge(2,3): 0 -> 0,1} -> {xor: 1,0 -> 0,1; ...}     a stage more
//     packed [6] -> {slice(0,6): 0 -> 0}                         another item ... and so on
//
// What an edit leaves behind that no longer fits (the split of a dim that has become shorter) is
// repaired, so edits in the middle of a chain keep the rest of it.
#pragma once

#include "properties/draw.hpp"

#include <tileproof/layout_description.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileproof::fuzz {

// One edit: insert, delete, swap or resize stages, items, dims, lengths, arguments, strides.
// Requires a usable layout (layout_input.hpp); the result is one, and is nearly always different.
layout_description edited(const layout_description& layout, properties::draw& from);

// The lower stages of one and the upper stages of the other, or an item of the other in a place of
// the first. Requires usable layouts; the result is one.
layout_description crossed(const layout_description& first, const layout_description& second,
                           properties::draw& from);

// The mutator and cross-over of layout texts, in the form that libFuzzer calls them.
//
// Both read their inputs as layout_input.hpp does, edit the layouts, and write layout text. The
// same bytes and the same seed give the same text.

// Writes the text of an edited layout over the first `size` of the bytes; returns its length, which
// is at most data.size(). 0 when not even the layout itself fits.
std::size_t mutate_layout(std::span<std::uint8_t> data, std::size_t size, std::uint64_t seed);

// Writes the text of a layout with parts of both; its length, or 0 when it does not fit.
std::size_t cross_layouts(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                          std::span<std::uint8_t> out, std::uint64_t seed);

}  // namespace tileproof::fuzz
