// SPDX-License-Identifier: MIT
// right
// source: own (counters in shared memory, added to those of all blocks)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void histogram(const int* x, int* counts, long n, int bins) {
    extern __shared__ int part[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) part[b] = 0;
    __syncthreads();
    for (long i = blockIdx.x * 128L + threadIdx.x; i < n; i += gridDim.x * 128L)
        atomicAdd(&part[x[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (part[b]) atomicAdd(&counts[b], part[b]);
}

static const tileproof::kernel_test test =
    tileproof::histogram("histogram").at_most({0, 4096}).launch([](const tileproof::pointers& p) {
        const long n = p.dim("n"), bins = p.dim("bins");
        if (bins == 0) return;
        (void)hipMemset(p.out<int>("counts"), 0, bins * sizeof(int));
        const int blocks = n < 1000 ? 1 : 3;
        histogram<<<blocks, 128, bins * sizeof(int)>>>(p.in<int>("x"), p.out<int>("counts"), n,
                                                       bins);
    });
