// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/vllm-project/vllm/pull/45466, own form
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

__global__ void twice(const float* x, float* y, long n) {
    const bool same = (reinterpret_cast<uintptr_t>(x) - reinterpret_cast<uintptr_t>(y)) % 16 == 0;
    long head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / 4;
    if (head > n || !same) head = n;
    const long t = blockIdx.x * 64L + threadIdx.x, threads = gridDim.x * 64L,
               vectors = (n - head) / 4;
    for (long i = t; i < head; i += threads) y[i] = 2 * x[i];
    const float4* from = reinterpret_cast<const float4*>(x + head);
    float4* to = reinterpret_cast<float4*>(y + head);
    for (long v = t; v < vectors; v += threads) {
        const float4 f = from[v];
        to[v] = make_float4(2 * f.x, 2 * f.y, 2 * f.z, 2 * f.w);
    }
    for (long i = head + 4 * vectors + t; i < n; i += threads) y[i] = 2 * x[i];
}

static const tileproof::kernel_test test =
    tileproof::elementwise<float, float>("twice", [](float x) {
        return 2 * x;
    }).launch([](const float* x, float* y, long n) {
        const int blocks = n < 1000 ? 1 : 4;
        if (n > 0) twice<<<blocks, 64>>>(x, y, n);
    });
