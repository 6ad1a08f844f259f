// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/apache/mxnet/issues/11115
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void relu(const float* x, float* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = x[i] <= 0 ? 0.0f : x[i];
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float>("relu", [](float x) {
        return x != x ? x : x > 0 ? x : 0.0f;
    }).launch([](const float* x, float* y, long n) {
        if (n > 0) relu<<<(n + 255) / 256, 256>>>(x, y, n);
    });
