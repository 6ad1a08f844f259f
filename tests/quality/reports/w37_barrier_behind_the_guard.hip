// SPDX-License-Identifier: MIT
// wrong
// when: n % 64 != 0
// bugs: 1
// source: https://github.com/pytorch/FBGEMM/pull/5857
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void neighbours(const int* x, int* y, long n) {
    __shared__ int part[64];
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    part[threadIdx.x] = x[i];
    __syncthreads();  // BUG
    y[i] = part[threadIdx.x] - (threadIdx.x ? part[threadIdx.x - 1] : 0);
}

static const tileproof::kernel_test test =
    tileproof::custom("neighbours", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i, 0) =
                    a.in<int>("x")(i, 0) - (i % 64 ? a.in<int>("x")(i - 1, 0) : 0);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                neighbours<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
