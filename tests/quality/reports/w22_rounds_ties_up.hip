// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: x = k + 0.5 with even k, or just below 0.5
// bugs: 1
// source: own; the same in https://github.com/sgl-project/sglang/pull/37140 (ties away from zero)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void rounded(const float* x, int* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = int(fminf(fmaxf(floorf(x[i] + 0.5f), -127.0f), 127.0f));  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<int, float>("rounded", [](float x) {
        return x != x ? -127 : int(std::fmin(std::fmax(std::rint(x), -127.0f), 127.0f));
    }).launch([](const float* x, int* y, long n) {
        if (n > 0) rounded<<<(n + 255) / 256, 256>>>(x, y, n);
    });
