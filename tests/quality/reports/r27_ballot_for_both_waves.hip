// SPDX-License-Identifier: MIT
// right
// source: the repair of w60
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void count_positive(const int* x, int* y, long n) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const long i = blockIdx.x * 64L + threadIdx.x;
    const unsigned long long votes = __ballot(i < n && x[i] > 0);
    if (threadIdx.x % warpSize == 0) atomicAdd(&sum, __popcll(votes));
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("count_positive", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"ceil(n / 64)"})
        .waves({32, 64})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y").setZero();
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i / 64, 0) += a.in<int>("x")(i, 0) > 0;
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                count_positive<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
