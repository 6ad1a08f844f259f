// SPDX-License-Identifier: MIT
// Size limits of a layout. A layout or text beyond them is refused with a sentence, so text from outside costs
// bounded time and memory. Every layout within the limits prints to a text within them.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof {

inline constexpr int maximum_rank = 16;  // visible dimensions, of the base and after each stage
inline constexpr int maximum_transforms = 128;  // items of all stages together
inline constexpr int maximum_arguments =
    65536;  // numbers of the base and of all items, gather tables
inline constexpr int maximum_text_length = 2097152;  // characters of a layout text
inline constexpr int maximum_text_numbers =
    131072;  // numbers in a layout text, dimensions included

// all_offsets returns at most this many (2 GiB); layout::offsets returns any part of a longer list.
inline constexpr long_index_t maximum_listing = long_index_t{1} << 28;

// Up to this many indices, all offsets are compared to find two indices that share one.
inline constexpr long_index_t maximum_compared = 65536;

}  // namespace tileproof
