// SPDX-License-Identifier: MIT
// Part 3 of the copy kernel, its policy: which thread moves which element, and how memory is viewed.
//
// Distribution of the narrow shape (tutorial): R = [1], H = [[2,4,64],[1,4]], warp = H0[1],
// lane = (H0[2], H1[0]), registers = (H0[0], H1[1]); `tileproof explain` draws it:
//   tile R=[1] H=[[2,4,64],[1,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]
#pragma once

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

}  // namespace tileproof::kernels
