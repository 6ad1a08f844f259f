// SPDX-License-Identifier: MIT
// A right kernel: a transpose through shared memory, for any number of rows and columns.
//
//   tileproof check examples/transpose.hip
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>

constexpr int tile = 32, rows_at_once = 8;

__global__ void transpose(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];  // one more: columns of the tile lie in different banks
    long x = blockIdx.x * long{tile} + threadIdx.x;
    long y = blockIdx.y * long{tile} + threadIdx.y;
    for (int k = 0; k < tile; k += rows_at_once)
        if (x < columns && y + k < rows)
            part[threadIdx.y + k][threadIdx.x] = in[(y + k) * columns + x];
    __syncthreads();
    x = blockIdx.y * long{tile} + threadIdx.x;
    y = blockIdx.x * long{tile} + threadIdx.y;
    for (int k = 0; k < tile; k += rows_at_once)
        if (x < rows && y + k < columns)
            out[(y + k) * rows + x] = part[threadIdx.x][threadIdx.y + k];
}

static const tileproof::kernel_test transpose_test =
    tileproof::transpose<float>("transpose")
        .launch([](const float* in, float* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;  // a grid of no blocks cannot be launched
            const dim3 grid((s.columns + tile - 1) / tile, (s.rows + tile - 1) / tile);
            transpose<<<grid, dim3(tile, rows_at_once)>>>(in, out, s.rows, s.columns);
        });
