// SPDX-License-Identifier: MIT
// What of the matrix a tile of the best transpose loads, and which of its vectors need a look at their elements.
//
// 8191 x 8193 single bytes without gaps between rows, tiles of 128 x 160 with 31 rows above them, a tile stores 158
// columns:
//   tile (0, 0): r0 = -31, of which the matrix has none: first_row = 31. A vector of row 0 may begin in front of the
//                matrix: whole_vectors is false
//   tile (1, 0): r0 = 97. A vector that begins in front of its row lies in the row above: whole_vectors
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
    int tile_columns;  // that a tile stores: at most those that it has
};

// Of the tile whose first row and column are tile_row * rows and tile_column * g.tile_columns.
template <class Tile, bool InAligned>
struct tile_reach {
    static constexpr int V = Tile::V;

    long long r0, c0;  // row and column of the first place in LDS; r0 < 0 in the first row of tiles
    int width;         // columns that the tile stores
    int first_row, last_row;  // the rows of LDS that the matrix has: at its top and bottom not all
    bool columns_inside;      // every vector lies in its row
    bool whole_vectors;  // every vector lies in the matrix, gaps between rows not counted to it

    constexpr TILEPROOF_HOST_DEVICE tile_reach(const best_arguments& g, long long tile_row,
                                               long long tile_column)
        : r0(tile_row * Tile::rows - Tile::halo),
          c0(tile_column * g.tile_columns),
          width(g.columns - c0 < g.tile_columns ? static_cast<int>(g.columns - c0)
                                                : g.tile_columns),
          first_row(r0 < 0 ? static_cast<int>(-r0) : 0),
          last_row(g.rows - r0 < Tile::loaded_rows ? static_cast<int>(g.rows - r0)
                                                   : Tile::loaded_rows) {
        // The last vector that a row needs begins at most V - 2 elements behind the tile, and ends at most 2 V - 3
        // behind it. Where no gap lies between rows it may reach into the next row, but not through it, and so may
        // the first one into the row above, when there are such rows.
        const bool left_inside = InAligned || c0 >= V;
        const bool right_inside =
            InAligned ? c0 + Tile::columns <= g.columns : c0 + width + 2 * V <= g.columns;
        const bool rows_around =
            (r0 > 0 || left_inside) && (r0 + Tile::loaded_rows < g.rows || right_inside);
        columns_inside = left_inside && right_inside;
        whole_vectors =
            columns_inside || (rows_around && g.input_leading == g.columns && g.columns >= 2 * V);
    }

    // Does vector j of a row hold something that the tile stores, wherever the row begins?
    constexpr TILEPROOF_HOST_DEVICE bool loads(int j) const {
        return j * V < width + (InAligned ? 0 : V - 1);
    }
};

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
