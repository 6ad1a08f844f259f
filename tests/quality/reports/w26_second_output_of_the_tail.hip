// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 and n % 256 != 0
// bugs: 1
// source: own (counts per block beside the data)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void doubled(const float* x, float* y, int* count, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
    if (threadIdx.x == 0) count[blockIdx.x] = 256;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("doubled", {"n"})
        .input<float>("x", {"n"})
        .output<float>("y", {"n"})
        .output<int>("count", {"ceil(n / 256)"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n");
            for (long i = 0; i < n; ++i) a.out<float>("y")(i, 0) = 2 * a.in<float>("x")(i, 0);
            for (long b = 0; b * 256 < n; ++b)
                a.out<int>("count")(b, 0) = std::min(256L, n - b * 256);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                doubled<<<(n + 255) / 256, 256>>>(p.in<float>("x"), p.out<float>("y"),
                                                  p.out<int>("count"), n);
        });
