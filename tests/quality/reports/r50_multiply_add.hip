// SPDX-License-Identifier: MIT
// right
// source: own (a * b + c may or may not be fused on a GPU; here both sides are written alike)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void axpy(const float* a, const float* b, const float* c, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = a[i] * b[i] + c[i];
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float, float, float>("axpy", [](float a, float b, float c) {
        return a * b + c;
    }).launch([](const float* a, const float* b, const float* c, float* y, long n) {
        if (n > 0) axpy<<<(n + 63) / 64, 64>>>(a, b, c, y, n);
    });
