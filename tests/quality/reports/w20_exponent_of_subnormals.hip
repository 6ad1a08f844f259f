// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a subnormal number
// bugs: 1
// source: own (ilogb from the bits; ggml's compute_e8m0_scale does the like)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void exponent(const float* x, int* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i >= n) return;
    const unsigned u = __float_as_uint(x[i]) & 0x7fffffff;
    y[i] = u == 0 || u >= 0x7f800000 ? 999 : int(u >> 23) - 127;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<int, float>("exponent", [](float x) {
        return x == 0 || !std::isfinite(x) ? 999 : std::ilogb(x);
    }).launch([](const float* x, int* y, long n) {
        if (n > 0) exponent<<<(n + 255) / 256, 256>>>(x, y, n);
    });
