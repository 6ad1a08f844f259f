// SPDX-License-Identifier: MIT
// Part 3 of the copy kernel, its policy: which thread moves which element, and how memory is viewed.
//
// Distribution of the narrow shape (tutorial): R = [1], H = [[2,4,64],[1,4]], warp = H0[1],
// lane = (H0[2], H1[0]), registers = (H0[0], H1[1]); `tileproof explain` draws it:
//   tile R=[1] H=[[2,4,64],[1,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]
#pragma once

#include <tileproof/config.hpp>
#include <tileproof/sequence.hpp>
#include <tileproof/tile/tile_window.hpp>

namespace tileproof::kernels {

struct tile_copy_policy {
    template <class Problem>
    static constexpr TILEPROOF_HOST_DEVICE auto make_dram_distribution() {
        using shape = typename Problem::shape;
        constexpr int n1 = shape::thread_n, n0 = shape::block_n / n1;
        constexpr int m2 = shape::lanes / n0, m1 = shape::waves, m0 = shape::block_m / (m1 * m2);
        return make_static_tile_distribution(
            tile_distribution_encoding<sequence<1>, tuple<sequence<m0, m1, m2>, sequence<n0, n1>>,
                                       tuple<sequence<1>, sequence<1, 2>>,
                                       tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>,
                                       sequence<0, 1>>{});
    }

    // Every wave has the whole tile, so that any one of them can move it.
    template <class Problem>
    static constexpr TILEPROOF_HOST_DEVICE auto make_replicated_distribution() {
        using shape = typename Problem::shape;
        constexpr int n1 = shape::thread_n, n0 = shape::block_n / n1;
        constexpr int m1 = shape::lanes / n0, m0 = shape::block_m / m1;
        return make_static_tile_distribution(
            tile_distribution_encoding<
                sequence<shape::waves>, tuple<sequence<m0, m1>, sequence<n0, n1>>,
                tuple<sequence<0>, sequence<1, 2>>, tuple<sequence<0>, sequence<1, 0>>,
                sequence<1, 2>, sequence<0, 1>>{});
    }

    // How the block reads its tile back from shared memory: warps and rows are exchanged, so every thread reads data
    // written by others.
    template <class Problem>
    static constexpr TILEPROOF_HOST_DEVICE auto make_lds_read_distribution() {
        using shape = typename Problem::shape;
        constexpr int n1 = shape::thread_n, n0 = shape::block_n / n1;
        constexpr int m2 = shape::lanes / n0, m1 = shape::waves, m0 = shape::block_m / (m1 * m2);
        return make_static_tile_distribution(
            tile_distribution_encoding<sequence<1>, tuple<sequence<m1, m0, m2>, sequence<n0, n1>>,
                                       tuple<sequence<1>, sequence<1, 2>>,
                                       tuple<sequence<0>, sequence<2, 0>>, sequence<1, 2>,
                                       sequence<1, 1>>{});
    }

    // rows x columns of memory, padded to whole tiles: elements beyond the rows and columns read as 0 and are not
    // written. If vectors are guaranteed, the columns are padded by whole vectors, which preserves the guarantee:
    // split columns into (columns / V, V), pad the first part, and merge.
    template <class Problem, class T>
    static constexpr TILEPROOF_HOST_DEVICE auto make_dram_view(T* p, index_t rows,
                                                               typename Problem::index columns,
                                                               typename Problem::index leading) {
        using shape = typename Problem::shape;
        constexpr int v = Problem::vector_length;
        const auto plain =
            make_naive_tensor_view<address_space_enum::global, bounds_policy::unchecked,
                                   typename Problem::index>(p, make_tuple(rows, columns),
                                                            make_tuple(leading, number<1>{}),
                                                            number<v>{}, number<1>{});
        if constexpr (v == 1) {
            return pad_tensor_view(plain, sequence<shape::block_m, shape::block_n>{},
                                   sequence<true, true>{});
        } else if constexpr (v == shape::block_n) {  // the columns are whole tiles already
            return pad_tensor_view(plain, sequence<shape::block_m, shape::block_n>{},
                                   sequence<true, false>{});
        } else {
            const auto vectors = transform_tensor_view(
                plain,
                make_tuple(make_pass_through_transform(rows),
                           make_unmerge_transform(make_tuple(columns / v, number<v>{}))),
                make_tuple(sequence<0>{}, sequence<1>{}),
                make_tuple(sequence<0>{}, sequence<1, 2>{}));
            const auto padded =
                pad_tensor_view(vectors, sequence<shape::block_m, shape::block_n / v, v>{},
                                sequence<true, true, false>{});
            const auto lengths = padded.get_tensor_descriptor().get_lengths();
            return transform_tensor_view(
                padded,
                make_tuple(
                    make_pass_through_transform(lengths.template get<0>()),
                    make_merge_transform(make_tuple(lengths.template get<1>(), number<v>{}))),
                make_tuple(sequence<0>{}, sequence<1, 2>{}),
                make_tuple(sequence<0>{}, sequence<1>{}));
        }
    }
};

// Part 2 of the copy kernel, its problem: what is moved, and what is known about its position.

// VectorLength is guaranteed by the caller: columns and leading dimensions are multiples of it, and both pointers are
// aligned to that many elements (at most 16 bytes); 1 guarantees nothing. Index: the type of an offset within the
// rows of one block; index_t if block_m * leading fits in it.
template <class T, class Shape, int VectorLength, class Index = index_t>
struct tile_copy_problem {
    using element = T;
    using shape = Shape;
    using index = Index;
    static constexpr int vector_length = VectorLength;
};

// rows x columns elements from in to out, with rows that begin `leading` elements apart.
template <class T>
struct tile_copy_arguments {
    const T* in;
    T* out;
    long_index_t rows, columns;
    long_index_t input_leading, output_leading;
    int wave;  // copy_way::one_wave: which
};

// Part 1 of the copy kernel, its shape: how a block's tile is divided among waves and threads.
//
//   using shape = tile_copy_shape<sequence<4, 1>, sequence<512, 4>, sequence<64, 4>, sequence<1, 4>>;
//   4 x 1 waves of 64 lanes move a tile of 512 x 4; one wave moves 64 x 4 of it at a time, one thread
//   1 x 4, so a wave covers its part in two steps: 512 = 2 * (4 * 64).
//
// The names are those of CK Tile's tutorial. Lengths are in elements, rows before columns.

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
