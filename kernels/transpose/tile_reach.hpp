// SPDX-License-Identifier: MIT
// The part of the matrix that a tile of the best transpose loads, and which of its vectors need checks of their
// elements.
//
// 8191 x 8193 single bytes without gaps between rows, tiles of 128 x 160 with 31 rows above them, a tile stores 158
// columns:
//   tile (0, 0): r0 = -31, rows that the matrix does not have: first_row = 31. A vector of row 0 may begin before
//                the matrix: whole_vectors is false
//   tile (1, 0): r0 = 97. A vector that begins before its row is in the row above: whole_vectors
//   tile (1, 1): columns 158 .. 315, far from both ends of a row: columns_inside, whole_vectors
#pragma once

#include <tileproof/config.hpp>

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

struct best_arguments {
    const void* in;
    void* out;
    long long rows, columns;
    long long input_leading, output_leading, input_batch_stride, output_batch_stride;
    unsigned row_tiles;
    int tile_columns;  // stored by a tile: at most its own columns
};

// For the tile whose first row and column are tile_row * rows and tile_column * g.tile_columns.
template <class Tile, bool InAligned>
struct tile_reach {
    static constexpr int V = Tile::V;

    long long r0, c0;  // row and column at the start of LDS; r0 < 0 in the first row of tiles
    int width;         // columns that the tile stores
    int first_row, last_row;  // rows of LDS that the matrix has: fewer at its top and bottom
    bool columns_inside;      // every vector is within its row
    bool whole_vectors;       // every vector is within the matrix, not counting gaps between rows

    constexpr TILEPROOF_HOST_DEVICE tile_reach(const best_arguments& g, long long tile_row,
                                               long long tile_column)
        : r0(tile_row * Tile::rows - Tile::halo),
          c0(tile_column * g.tile_columns),
          width(g.columns - c0 < g.tile_columns ? static_cast<int>(g.columns - c0)
                                                : g.tile_columns),
          first_row(r0 < 0 ? static_cast<int>(-r0) : 0),
          last_row(g.rows - r0 < Tile::loaded_rows ? static_cast<int>(g.rows - r0)
                                                   : Tile::loaded_rows) {
        // The last vector that a row needs begins at most V - 2 elements after the tile and ends at most 2 V - 3
        // after it. If there is no gap between rows it may reach into the next row, but not through it; likewise the
        // first one into the row above, if these rows exist.
        const bool left_inside = InAligned || c0 >= V;
        const bool right_inside =
            InAligned ? c0 + Tile::columns <= g.columns : c0 + width + 2 * V <= g.columns;
        const bool rows_around =
            (r0 > 0 || left_inside) && (r0 + Tile::loaded_rows < g.rows || right_inside);
        columns_inside = left_inside && right_inside;
        whole_vectors =
            columns_inside || (rows_around && g.input_leading == g.columns && g.columns >= 2 * V);
    }

    // Whether vector j of a row holds something that the tile stores, wherever the row begins.
    constexpr TILEPROOF_HOST_DEVICE bool loads(int j) const {
        return j * V < width + (InAligned ? 0 : V - 1);
    }
};

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
