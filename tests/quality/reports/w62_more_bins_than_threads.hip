// SPDX-License-Identifier: MIT
// wrong
// when: bins > 64
// bugs: 1
// source: https://github.com/arrayfire/arrayfire/pull/1895 (the loop that clears), atomicPerf of HeCBench
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void histogram(const int* x, int* counts, long n, long bins) {
    __shared__ int part[1024];
    if (threadIdx.x < bins) part[threadIdx.x] = 0;  // BUG
    __syncthreads();
    for (long i = threadIdx.x; i < n; i += 64) atomicAdd(&part[x[i]], 1);
    __syncthreads();
    for (long b = threadIdx.x; b < bins; b += 64) counts[b] = part[b];
}

static const tileproof::kernel_test test =
    tileproof::custom("histogram", {"n", "bins"})
        .input<int>("x", {"n"})
        .indices_below("bins")
        .output<int>("counts", {"bins"})
        .at_most({0, 1024})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("counts").setZero();
            for (long i = 0; i < a.dim("n"); ++i) ++a.out<int>("counts")(a.in<int>("x")(i, 0), 0);
        })
        .launch([](const tileproof::pointers& p) {
            histogram<<<1, 64>>>(p.in<int>("x"), p.out<int>("counts"), p.dim("n"), p.dim("bins"));
        });
