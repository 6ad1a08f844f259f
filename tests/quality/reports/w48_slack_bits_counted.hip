// SPDX-License-Identifier: MIT
// wrong
// when: n % 32 != 0 | data: a slack bit of the last word is set
// bugs: 1
// source: https://github.com/NVIDIA/cudf/pull/13489
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void count(const uint32_t* words, int* y, long n) {
    __shared__ int part[64];
    int sum = 0;
    for (long w = threadIdx.x; w < (n + 31) / 32; w += 64) sum += __popc(words[w]);  // BUG
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) *y = part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("count", {"n"})
        .input<uint32_t>("words", {"ceil(n / 32)"})
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) {
            int sum = 0;
            for (long i = 0; i < a.dim("n"); ++i)
                sum += a.in<uint32_t>("words")(i / 32, 0) >> (i % 32) & 1;
            a.out<int>("y")(0, 0) = sum;
        })
        .launch([](const tileproof::pointers& p) {
            count<<<1, 64>>>(p.in<uint32_t>("words"), p.out<int>("y"), p.dim("n"));
        });
