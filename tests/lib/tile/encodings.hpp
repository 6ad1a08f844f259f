// SPDX-License-Identifier: MIT
// Encodings that several tests use.
#pragma once

#include <tileproof/tile/tile_distribution.hpp>
#include <tileproof/tile/tile_distribution_derive.hpp>

namespace tileproof::tests {

// The copy tutorial's tile: 128 x 8, one warp of 64 lanes, 4 x 4 registers.
using copy_encoding =
    tile_distribution_encoding<sequence<1>, tuple<sequence<4, 1, 32>, sequence<2, 4>>,
                               tuple<sequence<1>, sequence<1, 2>>,
                               tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>, sequence<0, 1>>;
inline constexpr auto copy_tile = make_static_tile_distribution(copy_encoding{});

// 16 x 16, lanes l and l + 16 hold the same row of 16 registers.
using replicated_rows = tile_distribution_encoding<sequence<2>, tuple<sequence<16>, sequence<16>>,
                                                   tuple<sequence<0, 1>>, tuple<sequence<0, 0>>,
                                                   sequence<2>, sequence<0>>;

// 2 x 3 of something, in registers only.
using register_blocks =
    tile_distribution_encoding<sequence<>, tuple<sequence<2>, sequence<3>>, tuple<>, tuple<>,
                               sequence<1, 2>, sequence<0, 0>>;

// 16 lanes hold a row of 4 registers each.
using small_fragment =
    tile_distribution_encoding<sequence<>, tuple<sequence<16>, sequence<4>>, tuple<sequence<1>>,
                               tuple<sequence<0>>, sequence<2>, sequence<0>>;

}  // namespace tileproof::tests
