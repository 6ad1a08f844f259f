// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: q - zero outside of 8 bits
// bugs: 1
// source: https://github.com/pytorch/executorch/pull/20655
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void dequantize(const int8_t* q, const int8_t* zero, float* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = 0.125f * int8_t(q[i] - zero[i]);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, int8_t, int8_t>("dequantize", [](int8_t q, int8_t zero) {
        return 0.125f * (q - zero);
    }).launch([](const int8_t* q, const int8_t* zero, float* y, long n) {
        if (n > 0) dequantize<<<(n + 255) / 256, 256>>>(q, zero, y, n);
    });
