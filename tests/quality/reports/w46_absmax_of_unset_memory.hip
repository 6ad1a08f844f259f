// SPDX-License-Identifier: MIT
// wrong
// when: n % 64 != 0
// bugs: 1
// source: https://github.com/bitsandbytes-foundation/bitsandbytes/pull/1884
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void absmax(const float* x, float* y, long n) {
    __shared__ float part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) part[threadIdx.x] = fabsf(x[i]);
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + d]);  // BUG
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("absmax", {"n"})
        .input<float>("x", {"n"})
        .values_from(-100, 100)
        .output<float>("y", {"ceil(n / 64)"})
        .reference([](const tileproof::arrays& a) {
            for (long b = 0; b * 64 < a.dim("n"); ++b) {
                float most = 0;
                for (long i = b * 64; i < std::min(a.dim("n"), b * 64 + 64); ++i)
                    most = std::fmax(most, std::fabs(a.in<float>("x")(i, 0)));
                a.out<float>("y")(b, 0) = most;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                absmax<<<(n + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), n);
        });
