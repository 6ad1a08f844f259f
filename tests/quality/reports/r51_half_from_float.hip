// SPDX-License-Identifier: MIT
// right
// source: own
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void to_half(const float* x, _Float16* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = _Float16(x[i]);
}

static const tileproof::kernel_test test =
    tileproof::elementwise<_Float16, float>("to_half", [](float x) {
        return _Float16(x);
    }).launch([](const float* x, _Float16* y, long n) {
        if (n > 0) to_half<<<(n + 63) / 64, 64>>>(x, y, n);
    });
