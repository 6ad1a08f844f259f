// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a + b outside of 16 bits
// bugs: 1
// source: own (audio down-mix)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void mix(const int16_t* a, const int16_t* b, int16_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i >= n) return;
    const int16_t sum = a[i] + b[i];  // BUG
    y[i] = sum / 2;
}

static const tileproof::kernel_test test =
    tileproof::elementwise<int16_t, int16_t, int16_t>("mix", [](int16_t a, int16_t b) {
        return int16_t((a + b) / 2);
    }).launch([](const int16_t* a, const int16_t* b, int16_t* y, long n) {
        if (n > 0) mix<<<(n + 255) / 256, 256>>>(a, b, y, n);
    });
