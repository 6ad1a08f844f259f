// SPDX-License-Identifier: MIT
// The best transpose: chooses the tile by element size and alignment, or the kernel for small matrices. Both are also
// in the catalogue by themselves, so that every shape tries both.
//
// The choices were measured on an H200 (docs/evidence/gpu.md); they are correct everywhere and fast elsewhere, too.
#include "kernels/transpose/best_small.hpp"
#include "kernels/transpose/best_tile.hpp"
#include "kernels/transpose/transpose.hpp"

#include <algorithm>
#include <string>

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

// RowVectors, ColumnVectors, threads, blocks per multiprocessor.
struct tile_choice {
    int row_vectors, column_vectors, threads, blocks;
};

// Where the tile's edge cuts a row, it loads one more vector, and for a column up to 31 bytes of additional rows.
// With unaligned sides a larger tile therefore pays off, until its shared memory leaves too few blocks in flight.
template <int Bytes, bool Aligned>
constexpr tile_choice choose_tile() {
    if (Bytes == 8) return Aligned ? tile_choice{16, 16, 256, 6} : tile_choice{16, 32, 256, 4};
    if (Bytes == 4) return Aligned ? tile_choice{16, 16, 256, 6} : tile_choice{8, 16, 256, 8};
    if (Bytes == 2) return Aligned ? tile_choice{16, 16, 256, 4} : tile_choice{8, 16, 256, 5};
    return Aligned ? tile_choice{8, 16, 256, 5} : tile_choice{8, 10, 256, 4};
}

constexpr int most_threads = 256;  // of a block
constexpr long_index_t most_small_bytes = 1 << 19;
// The rows covered by 65535 blocks in y, less one vector for stores that begin early.
template <int Bytes>
constexpr long_index_t most_small_rows = (most_blocks_y * small_vectors - 1) * (16 / Bytes);

best_arguments arguments_of(const transpose_problem& p, const void* in, void* out) {
    return {in,
            out,
            p.rows,
            p.columns,
            p.input_leading,
            p.output_leading,
            p.input_batch_stride,
            p.output_batch_stride,
            0,
            0};
}

// The number of such tiles in one matrix.
template <int Bytes, bool InAligned, bool OutAligned>
struct chosen {
    static constexpr tile_choice choice = choose_tile < Bytes, InAligned &&OutAligned > ();
    using tile = best_tile<Bytes, choice.row_vectors, choice.column_vectors, choice.threads,
                           InAligned, OutAligned>;
    static_assert(tile::rows >= 32 && tile::columns >= 32 &&
                  choice.threads <= most_threads);  // rows_of_part()
    static long_index_t row_tiles(const transpose_problem& p) {
        return (p.rows + tile::halo + tile::rows - 1) / tile::rows;
    }
    static long_index_t column_tiles(const transpose_problem& p) {
        return (p.columns + tile::columns - 1) / tile::columns;
    }
};

template <int Bytes, bool InAligned, bool OutAligned>
void run_tiles(const transpose_problem& p, const void* in, void* out, hipStream_t stream) {
    using C = chosen<Bytes, InAligned, OutAligned>;
    best_arguments a = arguments_of(p, in, out);
    a.row_tiles = static_cast<unsigned>(C::row_tiles(p));
    // Tiles of equal width instead of full ones and a narrow rest, which would cost nearly as much. Aligned tiles
    // stay full.
    a.tile_columns =
        InAligned ? C::tile::columns
                  : static_cast<int>((p.columns + C::column_tiles(p) - 1) / C::column_tiles(p));
    const dim3 grid(static_cast<unsigned>(C::row_tiles(p) * C::column_tiles(p)),
                    static_cast<unsigned>(p.batch));
    const auto start = [&](auto kernel) {
        hipLaunchKernelGGL(kernel, grid, dim3(C::choice.threads), 0, stream, a);
    };
    // Aligned tiles read and write each byte once, so nothing is worth caching.
    constexpr bool stream_through = InAligned && OutAligned && Bytes > 1;
    if constexpr (Bytes < 4 && !InAligned && !OutAligned) {
        if (columns_meet<Bytes>(a.input_leading, a.output_leading)) {
            start(transpose_best<Bytes, C::choice.row_vectors, C::choice.column_vectors,
                                 C::choice.threads, C::choice.blocks, InAligned, OutAligned,
                                 stream_through, true>);
            check_launch("transpose_best");
            return;
        }
    }
    start(transpose_best<Bytes, C::choice.row_vectors, C::choice.column_vectors, C::choice.threads,
                         C::choice.blocks, InAligned, OutAligned, stream_through, false>);
    check_launch("transpose_best");
}

template <int Bytes>
void run_small(const transpose_problem& p, const void* in, void* out, hipStream_t stream) {
    constexpr int rows = small_vectors * 16 / Bytes;  // of a block
    const dim3 grid(blocks_for(p.columns, small_columns), blocks_for(p.rows + 16 / Bytes - 1, rows),
                    static_cast<unsigned>(p.batch));
    hipLaunchKernelGGL(transpose_best_small<Bytes>, grid, dim3(small_columns * small_vectors), 0,
                       stream, arguments_of(p, in, out));
    check_launch("transpose_best_small");
}

bool aligned_16(const void* base, long_index_t leading, long_index_t batch_stride,
                long_index_t batch, int bytes) {
    return reinterpret_cast<std::uintptr_t>(base) % 16 == 0 && leading * bytes % 16 == 0 &&
           (batch == 1 || batch_stride * bytes % 16 == 0);
}

enum class way { choose, tiles, small };

template <int Bytes>
void run_part(way w, const transpose_problem& p, const void* in, void* out, hipStream_t stream) {
    const bool fits_cache = p.rows * p.columns * Bytes <= most_small_bytes / p.batch &&
                            p.rows <= most_small_rows<Bytes>;
    if (w == way::small || (w == way::choose && fits_cache))
        return run_small<Bytes>(p, in, out, stream);
    const bool in_aligned = aligned_16(in, p.input_leading, p.input_batch_stride, p.batch, Bytes);
    const bool out_aligned =
        aligned_16(out, p.output_leading, p.output_batch_stride, p.batch, Bytes);
    if (in_aligned)
        out_aligned ? run_tiles<Bytes, true, true>(p, in, out, stream)
                    : run_tiles<Bytes, true, false>(p, in, out, stream);
    else
        out_aligned ? run_tiles<Bytes, false, true>(p, in, out, stream)
                    : run_tiles<Bytes, false, false>(p, in, out, stream);
}

// A grid has at most 65535 matrices in y or z; the number of tiles in x is limited too, where the smallest tile has
// 32 x 32 elements and a block at most `most_threads` threads. Larger problems need further launches, whose parts
// begin at multiples of 32.
constexpr long_index_t part_columns = long_index_t{1} << 24;
long_index_t rows_of_part(long_index_t columns) {
    return (most_blocks_x(most_threads) / (columns / 32 + 1) - 2) * 32;
}

void run(way w, const transpose_problem& p, const void* in, void* out, void* stream) {
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        const long_index_t most_columns = w == way::small ? p.columns : part_columns,
                           most_rows = w == way::small
                                           ? p.rows
                                           : rows_of_part(std::min(p.columns, most_columns));
        for (long_index_t b = 0; b < p.batch; b += most_blocks_y)
            for (long_index_t r = 0; r < p.rows; r += most_rows)
                for (long_index_t c = 0; c < p.columns; c += most_columns) {
                    transpose_problem part = p;
                    part.batch = std::min(p.batch - b, most_blocks_y);
                    part.rows = std::min(p.rows - r, most_rows);
                    part.columns = std::min(p.columns - c, most_columns);
                    run_part<sizeof(T)>(
                        w, part,
                        static_cast<const T*>(in) + b * p.input_batch_stride + r * p.input_leading +
                            c,
                        static_cast<T*>(out) + b * p.output_batch_stride + c * p.output_leading + r,
                        on_stream(stream));
                }
    });
}

std::string small_refusal(const transpose_problem& p) {
    std::string no = transpose_refusal(p);
    if (!no.empty()) return no;
    const long_index_t rows = most_small_rows<8> / 2 * (16 / p.element_bytes);
    const long_index_t columns = most_blocks_x(small_columns * small_vectors) * small_columns;
    if (p.rows > rows || p.columns > columns)
        return "transpose_gather takes at most " + std::to_string(rows) + " rows and " +
               std::to_string(columns) + " columns of " + std::to_string(p.element_bytes) +
               "-byte elements, not " + std::to_string(p.rows) + " x " + std::to_string(p.columns) +
               ": a grid has at most 65535 blocks in y and less than 2^32 threads in x.";
    return {};
}

template <way w>
transpose_kernel make(std::string name, std::string description,
                      std::string (*refusal)(const transpose_problem&)) {
    transpose_kernel k;
    k.name = std::move(name);
    k.description = std::move(description);
    k.refusal = refusal;
    k.start = [refusal](const transpose_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = refusal(p); !no.empty()) throw device_error(no);
        if (p.rows > 0 && p.columns > 0 && p.batch > 0) run(w, p, in, out, stream);
    };
    return k;
}

}  // namespace

transpose_kernel best_transpose() {
    return make<way::choose>("transpose_best", "the fastest of the two below for each problem",
                             transpose_refusal);
}
transpose_kernel vector_transpose() {
    return make<way::tiles>("transpose_vector",
                            "16-byte loads and stores at any alignment, through shared memory",
                            transpose_refusal);
}
transpose_kernel gather_transpose() {
    return make<way::small>("transpose_gather",
                            "16-byte stores of elements loaded one by one, for small matrices",
                            small_refusal);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
