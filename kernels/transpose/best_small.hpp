// SPDX-License-Identifier: MIT
// The best transpose of a small matrix: no LDS, no barrier, little code.
//
// Each thread stores 16 bytes of one column, V = 16 / Bytes elements that it loads one by one; 16 adjacent threads
// read 16 adjacent columns. A matrix of a few hundred kilobytes fits in the L2 cache, where partially read sectors
// cost little, so the time is that of the longest chain of steps: fewer steps are worth more than fewer bytes.
//
//   2560 x 32 float32: 2 x 160 blocks of 64 threads, each block 16 columns of 16 rows
#pragma once

#include "kernels/transpose/best_tile.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

inline constexpr int small_columns = 16, small_vectors = 4;  // of a block

template <int Bytes>
__global__ void __launch_bounds__(small_columns* small_vectors)
    transpose_best_small(best_arguments g) {
    using T = element<Bytes>;
    constexpr int V = 16 / Bytes;
    const int t = static_cast<int>(threadIdx.x);
    const long long c = static_cast<long long>(blockIdx.x) * small_columns + t % small_columns;
    if (c >= g.columns) return;
    const T* const in = static_cast<const T*>(g.in) + blockIdx.z * g.input_batch_stride + c;
    T* const column =
        static_cast<T*>(g.out) + blockIdx.z * g.output_batch_stride + c * g.output_leading;
    // Stores begin early, at the 16-byte boundary below each thread's rows: see best_tile.hpp.
    const long long r =
        (static_cast<long long>(blockIdx.y) * small_vectors + t / small_columns) * V -
        element_phase<Bytes>(column);
    if (r >= 0 && r + V <= g.rows) {
        T e[V];
        TILEPROOF_UNROLL
        for (int i = 0; i < V; ++i) e[i] = in[(r + i) * g.input_leading];
        store_vector_16<false>(column + r, pack<Bytes>(e));
    } else {
        for (int i = 0; i < V; ++i)
            if (r + i >= 0 && r + i < g.rows) column[r + i] = in[(r + i) * g.input_leading];
    }
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
