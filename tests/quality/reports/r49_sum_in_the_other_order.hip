// SPDX-License-Identifier: MIT
// right
// source: own (b + a for a + b: which NaN comes out is not the user's business)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void add(const float* a, const float* b, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = b[i] + a[i];
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float, float>("add", [](float a, float b) {
        return a + b;
    }).launch([](const float* a, const float* b, float* y, long n) {
        if (n > 0) add<<<(n + 63) / 64, 64>>>(a, b, y, n);
    });
