// SPDX-License-Identifier: MIT
// wrong
// when: n > 128
// bugs: 1
// source: https://github.com/pytorch/pytorch/pull/193321
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void total(const int* x, int* parts, unsigned* done, int* y, long n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (long i = blockIdx.x * 128L; i < n && i < (blockIdx.x + 1) * 128L; ++i) sum += x[i];
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) sum += parts[b];  // BUG
        *y = sum;
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("total", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y")(0, 0) = a.in<int>("x").sum(); })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n"), blocks = std::max(1L, (n + 127) / 128);
            int* parts;
            unsigned* done;
            (void)hipMalloc(&parts, blocks * sizeof(int));
            (void)hipMalloc(&done, sizeof(unsigned));
            (void)hipMemset(done, 0, sizeof(unsigned));
            total<<<blocks, 32>>>(p.in<int>("x"), parts, done, p.out<int>("y"), n);
            (void)hipDeviceSynchronize();
            (void)hipFree(parts);
            (void)hipFree(done);
        });
