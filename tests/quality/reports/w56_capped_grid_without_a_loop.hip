// SPDX-License-Identifier: MIT
// wrong
// when: n > 16384
// bugs: 1
// source: https://github.com/pytorch/pytorch/issues/143486 (sweeps of capped grids), own form
#include <hip/hip_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const float* x, float* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float>("twice", [](float x) {
        return 2 * x;
    }).launch([](const float* x, float* y, long n) {
        const long blocks = std::min((n + 255) / 256, 64L);
        if (n > 0) twice<<<blocks, 256>>>(x, y, n);
    });
