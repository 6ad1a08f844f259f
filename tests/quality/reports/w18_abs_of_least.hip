// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: x is -2^31
// bugs: 1
// source: https://github.com/tenstorrent/tt-metal/pull/54353 (the same hazard)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void magnitude(const int* x, int64_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = x[i] < 0 ? int(0u - unsigned(x[i])) : x[i];  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<int64_t, int>("magnitude", [](int x) {
        return x < 0 ? -int64_t(x) : int64_t(x);
    }).launch([](const int* x, int64_t* y, long n) {
        if (n > 0) magnitude<<<(n + 255) / 256, 256>>>(x, y, n);
    });
