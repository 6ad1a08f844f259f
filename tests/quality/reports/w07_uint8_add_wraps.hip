// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a + b > 255
// bugs: 1
// source: own (saturating image addition)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void add(const uint8_t* a, const uint8_t* b, uint8_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = uint8_t(a[i] + b[i]);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<uint8_t, uint8_t, uint8_t>("add", [](uint8_t a, uint8_t b) {
        return uint8_t(a + b > 255 ? 255 : a + b);
    }).launch([](const uint8_t* a, const uint8_t* b, uint8_t* y, long n) {
        if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, y, n);
    });
