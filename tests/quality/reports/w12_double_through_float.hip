// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a double that float does not have
// bugs: 1
// source: own (fabsf on a double)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void absolute(const double* x, double* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = fabsf(x[i]);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::elementwise<double, double>("absolute", [](double x) {
        return std::fabs(x);
    }).launch([](const double* x, double* y, long n) {
        if (n > 0) absolute<<<(n + 255) / 256, 256>>>(x, y, n);
    });
