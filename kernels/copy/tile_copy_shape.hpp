// SPDX-License-Identifier: MIT
// Part 1 of the copy kernel, its shape: how a block's tile is divided among waves and threads.
//
//   using shape = tile_copy_shape<sequence<4, 1>, sequence<512, 4>, sequence<64, 4>, sequence<1, 4>>;
//   4 x 1 waves of 64 lanes move a tile of 512 x 4; one wave moves 64 x 4 of it at a time, one thread
//   1 x 4, so a wave covers its part in two steps: 512 = 2 * (4 * 64).
//
// The names are those of CK Tile's tutorial. Lengths are in elements, rows before columns.
#pragma once

#include <tileproof/sequence.hpp>

namespace tileproof::kernels {

template <class BlockWaves, class BlockTile, class WaveTile, class ThreadTile>
struct tile_copy_shape {
    static constexpr int waves_m = static_cast<int>(BlockWaves::at(0));
    static constexpr int waves_n = static_cast<int>(BlockWaves::at(1));
    static constexpr int block_m = static_cast<int>(BlockTile::at(0));
    static constexpr int block_n = static_cast<int>(BlockTile::at(1));
    static constexpr int wave_m = static_cast<int>(WaveTile::at(0));
    static constexpr int wave_n = static_cast<int>(WaveTile::at(1));
    static constexpr int thread_m = static_cast<int>(ThreadTile::at(0));
    static constexpr int thread_n = static_cast<int>(ThreadTile::at(1));

    static constexpr int waves = waves_m * waves_n;
    static constexpr int lanes = (wave_m / thread_m) * (wave_n / thread_n);
    static constexpr int block_size = waves * lanes;

    static_assert(thread_m == 1, "The copy's threads hold one row each at a time.");
    static_assert(waves_n == 1 && wave_n == block_n,
                  "The copy's waves lie one under the other: each spans all columns of the tile.");
    static_assert(wave_n % thread_n == 0, "A wave's columns are a multiple of a thread's.");
    static_assert(block_m % (waves_m * wave_m) == 0,
                  "A block's rows are a multiple of the rows that its waves move at a time.");
};

// The tutorial's: good for few columns.
using narrow_copy_shape =
    tile_copy_shape<sequence<4, 1>, sequence<512, 4>, sequence<64, 4>, sequence<1, 4>>;
// For long rows: a wave moves 64 vectors of one row.
template <int VectorLength>
using wide_copy_shape = tile_copy_shape<sequence<4, 1>, sequence<8, 64 * VectorLength>,
                                        sequence<1, 64 * VectorLength>, sequence<1, VectorLength>>;

}  // namespace tileproof::kernels
