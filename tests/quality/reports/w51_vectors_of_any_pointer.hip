// SPDX-License-Identifier: MIT
// wrong
// when: n >= 4 | data: a pointer that is not a multiple of 16 bytes
// bugs: 1
// source: https://github.com/lightseekorg/tokenspeed/pull/683
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const float* x, float* y, long n) {
    const long i = 4 * (blockIdx.x * 64L + threadIdx.x);
    if (i + 4 <= n) {
        float4 v = *reinterpret_cast<const float4*>(x + i);  // BUG
        v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
        *reinterpret_cast<float4*>(y + i) = v;
    } else {
        for (long k = i; k < n; ++k) y[k] = 2 * x[k];
    }
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float>("twice", [](float x) {
        return 2 * x;
    }).launch([](const float* x, float* y, long n) {
        if (n > 0) twice<<<(n + 255) / 256, 64>>>(x, y, n);
    });
