// SPDX-License-Identifier: MIT
// right
// source: own (16 bytes at a time, declared as such)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void copy(const uint4* in, uint4* out, long rows, long vectors, long in_stride,
                     long out_stride) {
    const long v = blockIdx.x * 32L + threadIdx.x, r = blockIdx.y * 4L + threadIdx.y;
    if (r < rows && v < vectors) out[r * out_stride + v] = in[r * in_stride + v];
}

static const tileproof::kernel_test test =
    tileproof::copy<uint16_t>("copy").multiples_of({1, 8}).aligned(16).at_most({4000, 0}).launch(
        [](const uint16_t* in, uint16_t* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            copy<<<dim3((s.columns / 8 + 31) / 32, (s.rows + 3) / 4), dim3(32, 4)>>>(
                reinterpret_cast<const uint4*>(in), reinterpret_cast<uint4*>(out), s.rows,
                s.columns / 8, s.columns / 8, s.columns / 8);
        });
