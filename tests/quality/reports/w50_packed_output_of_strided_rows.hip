// SPDX-License-Identifier: MIT
// wrong
// when: rows > 1 and columns >= 1 | data: the output's rows lie further apart than they are long
// bugs: 1
// source: https://github.com/NVIDIA/cutlass/issues/879
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void copy(const int16_t* in, int16_t* out, long rows, long columns, long in_stride) {
    const long c = blockIdx.x * 32L + threadIdx.x, r = blockIdx.y * 8L + threadIdx.y;
    if (r < rows && c < columns) out[r * columns + c] = in[r * in_stride + c];  // BUG
}

static const tileproof::kernel_test test =
    tileproof::copy<int16_t>("copy")
        .strided()
        .at_most({65535 * 8, 0})
        .launch([](const int16_t* in, int16_t* out, tileproof::matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            copy<<<dim3((s.columns + 31) / 32, (s.rows + 7) / 8), dim3(32, 8)>>>(
                in, out, s.rows, s.columns, s.input_stride);
        });
