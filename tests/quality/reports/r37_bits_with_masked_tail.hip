// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/NVIDIA/cudf/pull/13489
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void count(const uint32_t* words, int* y, long n) {
    int sum = 0;
    for (long w = threadIdx.x; w < (n + 31) / 32; w += 32) {
        const long left = n - 32 * w;
        sum += __popc(left >= 32 ? words[w] : words[w] & ((1u << left) - 1));
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffull, sum, d);
    if (threadIdx.x == 0) *y = sum;
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
            count<<<1, 32>>>(p.in<uint32_t>("words"), p.out<int>("y"), p.dim("n"));
        });
