// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/bitsandbytes-foundation/bitsandbytes/pull/1784
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const uint8_t* x, uint8_t* y, long n) {
    const long i = blockIdx.x * 1024L + threadIdx.x;
    if (i < n) y[i] = uint8_t(2 * x[i]);
}

static const tileproof::kernel_test test =
    tileproof::elementwise<uint8_t, uint8_t>("twice", [](uint8_t x) { return uint8_t(2 * x); })
        .huge()
        .at_most({4294966272})
        .launch([](const uint8_t* x, uint8_t* y, long n) {
            if (n > 0) twice<<<(n + 1023) / 1024, 1024>>>(x, y, n);
        });
