// SPDX-License-Identifier: MIT
// A wrong kernel: rows and columns of the output are confused, and a barrier is missing.
//
//   tileproof check examples/wrong_transpose.hip
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>

constexpr int tile = 16;

__global__ void transpose(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x;
    long y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows) part[threadIdx.y][threadIdx.x] = in[y * columns + x];
    // __syncthreads() belongs here.
    x = blockIdx.y * long{tile} + threadIdx.x;
    y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns) out[y * columns + x] = part[threadIdx.x][threadIdx.y];  // y * rows
}

static const tileproof::kernel_test wrong_transpose =
    tileproof::transpose<float>("wrong_transpose")
        .launch([](const float* in, float* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            const dim3 grid((s.columns + tile - 1) / tile, (s.rows + tile - 1) / tile);
            transpose<<<grid, dim3(tile, tile)>>>(in, out, s.rows, s.columns);
        });
