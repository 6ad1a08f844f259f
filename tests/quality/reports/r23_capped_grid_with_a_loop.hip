// SPDX-License-Identifier: MIT
// right
// source: the repair of w56
// bugs: 0
#include <hip/hip_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const float* x, float* y, long n) {
    for (long i = blockIdx.x * 64L + threadIdx.x; i < n; i += gridDim.x * 64L) y[i] = 2 * x[i];
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float>("twice", [](float x) {
        return 2 * x;
    }).launch([](const float* x, float* y, long n) {
        const long blocks = std::min((n + 63) / 64, 5L);
        if (n > 0) twice<<<blocks, 64>>>(x, y, n);
    });
