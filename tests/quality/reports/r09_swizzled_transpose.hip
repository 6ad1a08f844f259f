// SPDX-License-Identifier: MIT
// right
// source: own (a tile in shared memory without padding, its columns swapped by xor)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void transpose(const uint16_t* in, uint16_t* out, long rows, long columns) {
    __shared__ uint16_t part[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    long x = blockIdx.x * 16L + tx, y = blockIdx.y * 16L + ty;
    if (x < columns && y < rows) part[ty][tx ^ ty] = in[y * columns + x];
    __syncthreads();
    x = blockIdx.y * 16L + tx;
    y = blockIdx.x * 16L + ty;
    if (x < rows && y < columns) out[y * rows + x] = part[tx][ty ^ tx];
}

static const tileproof::kernel_test test =
    tileproof::transpose<uint16_t>("transpose")
        .launch([](const uint16_t* in, uint16_t* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            transpose<<<dim3((s.columns + 15) / 16, (s.rows + 15) / 16), dim3(16, 16)>>>(
                in, out, s.rows, s.columns);
        });
