// SPDX-License-Identifier: MIT
// wrong
// when: n > 65536
// bugs: 1
// source: https://github.com/pytorch/pytorch/issues/167086 (two levels), own form
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums(const int* x, int* y, long n) {
    __shared__ int part[256];
    const long i = blockIdx.x * 256L + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("total", {"n"})
        .input<int>("x", {"n"})
        .values_from(1, 1000)
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y")(0, 0) = a.in<int>("x").sum(); })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n"), blocks = std::max(1L, (n + 255) / 256);
            int* part;
            (void)hipMalloc(&part, blocks * sizeof(int));
            sums<<<blocks, 256>>>(p.in<int>("x"), part, n);
            sums<<<1, 256>>>(part, p.out<int>("y"), blocks);  // BUG
            (void)hipDeviceSynchronize();
            (void)hipFree(part);
        });
