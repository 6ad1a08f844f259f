// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns > 32 | data: waves of 64 lanes
// bugs: 1
// source: https://github.com/vllm-project/vllm/pull/3321
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_sums(const int* x, int* y, long columns) {
    __shared__ int part[8];
    int sum = 0;
    for (long c = threadIdx.x; c < columns; c += 256) sum += x[blockIdx.x * columns + c];
    for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_down(sum, d);
    const int lane = threadIdx.x % 32, wave = threadIdx.x / 32;  // BUG
    if (lane == 0) part[wave] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        int all = 0;
        for (int w = 0; w < 256 / warpSize; ++w) all += part[w];
        y[blockIdx.x] = all;
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(1, 1000)
        .output<int>("y", {"rows"})
        .waves({32, 64})
        .reference(
            [](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x").rowwise().sum(); })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_sums<<<rows, 256>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
