// SPDX-License-Identifier: MIT
// One tile of the best transpose: 16-byte loads into LDS, 16-byte stores out of it, at any alignment.
//
// float32, 32 x 64 tile, everything aligned:           8191 x 8193 float16, nothing aligned:
//   a row of the tile is 16 vectors of 4 floats;         a row is the 17 aligned vectors that contain it,
//   thread t loads vector t % 16 of rows t / 16, ...      its first element 0..7 places into the first;
//   thread t stores rows 4l..4l+3 of column c             column c starts s(c) rows early, where its store
//                                                         address is a multiple of 32 bytes
//
// So loads and stores are whole aligned vectors for any leading dimension and base. Columns that start early need
// rows above the tile, which are loaded twice (store_alignment / Bytes - 1 more rows). Stores matter more than loads:
// a 32-byte sector that two blocks write in part costs twice.
//
// LDS: the vectors of a row are consecutive, and after each V = 16 / Bytes rows comes one vector of padding. Then the
// rows 8l + i that eight lanes read at once are in eight different groups of four banks.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>

#include "kernels/transpose/tile_reach.hpp"
#include "kernels/transpose/vector_access.hpp"

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif

namespace tileproof::kernels::TILEPROOF_DEVICE {

// The lengths of the tile and its division among threads. RowVectors: 16-byte vectors in one column of the tile
// (which form a store segment), ColumnVectors: in one row.
template <int Bytes, int RowVectors, int ColumnVectors, int Threads, bool InAligned,
          bool OutAligned>
struct best_tile {
    static constexpr int V = 16 / Bytes, threads = Threads;
    static constexpr int rows = RowVectors * V, columns = ColumnVectors * V;
    static constexpr int store_alignment = OutAligned ? 16 : 32;  // bytes
    static constexpr int phases = store_alignment / Bytes;        // different s(c)
    static constexpr int halo = OutAligned ? 0 : phases - 1;      // rows above the tile
    static constexpr int loaded_rows = rows + halo;
    static constexpr int row_vectors = InAligned ? ColumnVectors : ColumnVectors + 1;
    static constexpr int rows_at_once = Threads / row_vectors;
    static constexpr int loads = (loaded_rows + rows_at_once - 1) / rows_at_once;  // per thread
    static constexpr int columns_at_once = Threads / RowVectors;
    static constexpr int stores = columns / columns_at_once;  // per thread
    static constexpr int lds_bytes = (loaded_rows * row_vectors + loaded_rows / V + 1) * 16;
    // Eight lanes store 128 bytes of one column; the four columns of 32 lanes are this far apart, so that one-byte
    // elements come from four different words.
    static constexpr int column_step = Bytes == 1 ? 2 : 1;

    static_assert(RowVectors % 8 == 0 && columns % columns_at_once == 0 && Threads % 64 == 0);
    static_assert(columns_at_once % (4 * column_step) == 0);
    // A thread's columns all start at the same s(c), so it computes its rows once.
    static_assert(OutAligned || columns_at_once % phases == 0);

    // Byte offset in LDS of vector j of row r.
    static constexpr TILEPROOF_HOST_DEVICE int lds_offset(int r, int j) {
        const auto groups = static_cast<unsigned>(r) / V;  // unsigned: one shift
        return (r * row_vectors + static_cast<int>(groups) + j) * 16;
    }
};

// For small elements of unaligned matrices, the four columns that 32 lanes store begin at different rows, and rows
// begin at different places. From one column to the next the position in LDS advances by this many words, modulo
// four. If that is even, columns share banks, for instance in odd square matrices. Then (if it helps: the leading
// dimension is odd) each column begins one word further down its rows than the one before: `Turned`.
template <int Bytes>
inline bool columns_meet(long long input_leading, long long output_leading) {
    constexpr int step = Bytes == 1 ? 2 : 1, word = 4 / Bytes;
    const auto in = static_cast<unsigned>(input_leading),
               out = static_cast<unsigned>(output_leading);
    return (1 - in * out) * step / word % 2 == 0 && in % 2 != 0;
}

// Word k becomes word (k + turn) % 4.
__device__ inline uint4 turn_words(uint4 v, int turn) {
    if (turn & 1) v = uint4{v.w, v.x, v.y, v.z};
    if (turn & 2) v = uint4{v.z, v.w, v.x, v.y};
    return v;
}

// Loads a tile that the first or the last column of the matrix cuts into LDS: whole vectors as usual, and each
// element of a cut vector by its own thread.
template <class Tile, int Bytes, bool InAligned>
__device__ inline void load_at_edge(const element<Bytes>* in, const best_arguments& g,
                                    const tile_reach<Tile, InAligned>& reach, unsigned char* lds) {
    using T = element<Bytes>;
    constexpr int V = Tile::V;
    const int t = static_cast<int>(threadIdx.x);
    const T* const corner = in + reach.r0 * g.input_leading;
    // The column at the first LDS position of row r.
    const auto begin_of = [&](int r) {
        const T* const row = corner + r * g.input_leading;
        return reach.c0 - (InAligned ? 0 : element_phase<Bytes>(row + reach.c0));
    };
    const int load_row = t / Tile::row_vectors, load_vector = t % Tile::row_vectors;
    TILEPROOF_UNROLL_BY(2)
    for (int r = load_row; r < reach.last_row; r += Tile::rows_at_once) {
        const long long c = begin_of(r) + load_vector * V;
        if (load_row < Tile::rows_at_once && r >= reach.first_row && c >= 0 && c + V <= g.columns)
            *reinterpret_cast<uint4*>(lds + Tile::lds_offset(r, load_vector)) =
                load_vector_16<false>(corner + r * g.input_leading + c);
    }
    TILEPROOF_UNROLL_BY(2)
    for (int r = reach.first_row + t / V; r < reach.last_row; r += Tile::threads / V) {
        const long long begin = begin_of(r);
        T* const to = reinterpret_cast<T*>(lds + Tile::lds_offset(r, 0)) - begin;
        const auto load = [&](long long c) {
            if (c >= 0 && c < g.columns) to[c] = corner[r * g.input_leading + c];
        };
        if (begin < 0) load(begin + t % V);
        const long long cut = begin + (g.columns - begin) / V * V;  // the last vector, if it is cut
        if (cut < begin + Tile::row_vectors * V) load(cut + t % V);
    }
}

// Moves the tile whose first row and column are tile_row * rows and tile_column * g.tile_columns. Called once by all
// threads of the block.
template <class Tile, int Bytes, bool InAligned, bool OutAligned, bool Stream, bool Turned>
__device__ inline void move_best_tile(const element<Bytes>* in, element<Bytes>* out,
                                      const best_arguments& g, long long tile_row,
                                      long long tile_column, unsigned char* lds) {
    using T = element<Bytes>;
    constexpr int V = Tile::V;
    const int t = static_cast<int>(threadIdx.x);
    const tile_reach<Tile, InAligned> reach(g, tile_row, tile_column);
    const long long r0 = reach.r0, c0 = reach.c0;
    const int width = reach.width, first_row = reach.first_row, last_row = reach.last_row;
    const T* const corner = in + r0 * g.input_leading + c0;  // not dereferenced if r0 < 0
    // Elements between the 16-byte boundary below in[r][c0] and that element, r counted from r0.
    const unsigned corner_phase = element_phase<Bytes>(corner);
    const unsigned leading_phase = static_cast<unsigned>(g.input_leading);

    const int load_row = t / Tile::row_vectors, load_vector = t % Tile::row_vectors;
    const bool loads = load_row < Tile::rows_at_once && reach.loads(load_vector);
    if (reach.whole_vectors) {
        const T* from = corner + load_row * g.input_leading + load_vector * V;
        uint4 held[Tile::loads];
        TILEPROOF_UNROLL
        for (int n = 0; n < Tile::loads; ++n) {
            const int r = load_row + n * Tile::rows_at_once;
            if (loads && r >= first_row && r < last_row)
                held[n] = InAligned ? load_vector_16<Stream>(from)
                                    : load_vector_16_with_line(from - element_phase<Bytes>(from));
            from += Tile::rows_at_once * g.input_leading;
        }
        TILEPROOF_UNROLL
        for (int n = 0; n < Tile::loads; ++n) {
            const int r = load_row + n * Tile::rows_at_once;
            if (loads && r >= first_row && r < last_row)
                *reinterpret_cast<uint4*>(lds + Tile::lds_offset(r, load_vector)) = held[n];
        }
    } else {
        load_at_edge<Tile, Bytes, InAligned>(in, g, reach, lds);
    }
    __syncthreads();

    constexpr int segment_groups = Tile::rows / V / 8;  // groups of eight lanes along a column
    const int group = t / 32;                           // 32 lanes: eight vectors of four columns
    const int column_group = group / segment_groups;
    const int l = t % 8 + group % segment_groups * 8;
    const int c = (t / 8 % 4) * Tile::column_step + column_group % Tile::column_step +
                  column_group / Tile::column_step * 4 * Tile::column_step;
    // s(c): how many elements out[c][first row of the tile] is above the boundary below it.
    T* const column = out + (c0 + c) * g.output_leading + (r0 + Tile::halo);
    const int early =
        OutAligned ? 0 : static_cast<int>(element_phase<Bytes, Tile::store_alignment>(column));
    const int first = Tile::halo - early + V * l;    // row, from r0, of this thread's first element
    constexpr int word = Bytes < 4 ? 4 / Bytes : 1;  // elements
    const int turn = Turned ? t / 8 % 4 : 0;         // words
    // Byte offset in LDS of row r of column c.
    const auto place_of = [&](int r) {
        const unsigned phase = InAligned ? 0 : (corner_phase + r * leading_phase) % V;
        return Tile::lds_offset(r, 0) + static_cast<int>(phase + c) * Bytes;
    };
    int at[V];  // of the elements of this thread's vectors, in turn
    TILEPROOF_UNROLL
    for (int i = 0; i < V; ++i) at[i] = place_of(first + (Turned ? (i + turn * word) % V : i));
    T* to = column - early + V * l;
    const auto from_lds = [&](int at, int k) {
        return *reinterpret_cast<const T*>(lds + at + k * Tile::columns_at_once * Bytes);
    };
    const auto store_all = [&](int k) {
        T e[V];
        TILEPROOF_UNROLL
        for (int i = 0; i < V; ++i) e[i] = from_lds(at[i], k);
        const uint4 v = pack<Bytes>(e);
        store_vector_16<Stream>(to, Turned ? turn_words(v, turn) : v);
    };
    const long long r = r0 + first;
    if (reach.columns_inside && r >= 0 && r + V <= g.rows) {
        TILEPROOF_UNROLL
        for (int k = 0; k < Tile::stores; ++k) {
            if (InAligned || c + k * Tile::columns_at_once < width) store_all(k);
            to += Tile::columns_at_once * g.output_leading;
        }
        return;
    }
    TILEPROOF_NO_UNROLL
    for (int k = 0; k < Tile::stores && c + k * Tile::columns_at_once < width; ++k) {
        if (r >= 0 && r + V <= g.rows) {
            store_all(k);
        } else {
            TILEPROOF_UNROLL_BY(4)
            for (int i = 0; i < V; ++i)
                if (r + i >= 0 && r + i < g.rows) to[i] = from_lds(place_of(first + i), k);
        }
        to += Tile::columns_at_once * g.output_leading;
    }
}

// Block x of matrix y. Neighbouring blocks continue each other's columns of the output, so that sectors cut by a
// tile's edge are completed in the cache. The last tile column comes first: its tiles take longer and would delay the
// end of the kernel. Single bytes walk two tile columns at once, which reads more of each row before it leaves the
// memory's open page.
template <int Bytes, int RowVectors, int ColumnVectors, int Threads, int Blocks, bool InAligned,
          bool OutAligned, bool Stream, bool Turned>
__global__ void TILEPROOF_LAUNCH_BOUNDS(Threads, Blocks) transpose_best(best_arguments g) {
    using tile = best_tile<Bytes, RowVectors, ColumnVectors, Threads, InAligned, OutAligned>;
    __shared__ uint4 lds[tile::lds_bytes / 16];
    constexpr unsigned together = Bytes == 1 && !InAligned && !OutAligned ? 2 : 1;  // tile columns
    const unsigned column_tiles = gridDim.x / g.row_tiles;
    const unsigned first = blockIdx.x / (together * g.row_tiles) * together;
    const unsigned left = column_tiles - first, walked = left < together ? left : together;
    const unsigned block = blockIdx.x - first * g.row_tiles;
    const unsigned tile_row = block / walked, order = first + block % walked;
    const unsigned tile_column = order == 0 ? column_tiles - 1 : order - 1;
    move_best_tile<tile, Bytes, InAligned, OutAligned, Stream, Turned>(
        static_cast<const element<Bytes>*>(g.in) + blockIdx.y * g.input_batch_stride,
        static_cast<element<Bytes>*>(g.out) + blockIdx.y * g.output_batch_stride, g, tile_row,
        tile_column, reinterpret_cast<unsigned char*>(lds));
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
