// SPDX-License-Identifier: MIT
// wrong
// when: n % 32 != 0
// bugs: 1
// source: https://github.com/NVIDIA/cccl/issues/854, https://github.com/NVlabs/cuda-oxide/pull/672
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums_of_32(const int* x, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    int sum = x[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffffffffffull, sum, d);  // BUG
    if (threadIdx.x % 32 == 0) y[i / 32] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("sums_of_32", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"ceil(n / 32)"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y").setZero();
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i / 32, 0) += a.in<int>("x")(i, 0);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                sums_of_32<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
