// SPDX-License-Identifier: MIT
// wrong
// when: n > 65535 | data: a value occurs more than 65535 times
// bugs: 1
// source: own (packed counters in shared memory, as in HeCBench's histograms)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void histogram(const uint8_t* x, int* counts, long n) {
    __shared__ unsigned two[2];
    if (threadIdx.x < 2) two[threadIdx.x] = 0;
    __syncthreads();
    for (long i = threadIdx.x; i < n; i += 256)
        atomicAdd(&two[x[i] / 2 % 2], x[i] % 2 ? 65536u : 1u);  // BUG
    __syncthreads();
    if (threadIdx.x < 4)
        counts[threadIdx.x] =
            threadIdx.x % 2 ? two[threadIdx.x / 2] >> 16 : two[threadIdx.x / 2] & 65535;
}

static const tileproof::kernel_test test =
    tileproof::custom("histogram", {"n"})
        .input<uint8_t>("x", {"n"})
        .values_from(0, 3)
        .output<int>("counts", {"4"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("counts").setZero();
            for (long i = 0; i < a.dim("n"); ++i)
                ++a.out<int>("counts")(a.in<uint8_t>("x")(i, 0), 0);
        })
        .launch([](const tileproof::pointers& p) {
            histogram<<<1, 256>>>(p.in<uint8_t>("x"), p.out<int>("counts"), p.dim("n"));
        });
