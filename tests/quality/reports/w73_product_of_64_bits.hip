// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a product beyond 32 bits
// bugs: 1
// source: https://github.com/ROCm/composable_kernel/issues/3722 (int32 * int32 before widening), own form
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void products(const int* a, const int* b, int64_t* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = int64_t(int(unsigned(a[i]) * unsigned(b[i])));  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<int64_t, int, int>("products", [](int a, int b) {
        return int64_t(a) * b;
    }).launch([](const int* a, const int* b, int64_t* y, long n) {
        if (n > 0) products<<<(n + 63) / 64, 64>>>(a, b, y, n);
    });
