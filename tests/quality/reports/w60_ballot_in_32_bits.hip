// SPDX-License-Identifier: MIT
// wrong
// when: n > 32 | data: a positive value in the upper half of a wave of 64
// bugs: 1
// source: https://github.com/vllm-project/vllm/pull/12789, https://github.com/ggml-org/llama.cpp/pull/11495
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void count_positive(const int* x, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    const unsigned votes = __ballot(i < n && x[i] > 0);  // BUG
    if (threadIdx.x == 0) y[blockIdx.x] = __popc(votes);
}

static const tileproof::kernel_test test =
    tileproof::custom("count_positive", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"ceil(n / 64)"})
        .waves({64})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y").setZero();
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i / 64, 0) += a.in<int>("x")(i, 0) > 0;
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                count_positive<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
