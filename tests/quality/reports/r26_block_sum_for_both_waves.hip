// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/vllm-project/vllm/pull/3321
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_sums(const int* x, int* y, long columns) {
    __shared__ int part[32];
    int sum = 0;
    for (long c = threadIdx.x; c < columns; c += 256) sum += x[blockIdx.x * columns + c];
    for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_down(sum, d);
    if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = sum;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        sum = threadIdx.x < 256 / warpSize ? part[threadIdx.x] : 0;
        for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_xor(sum, d);
        if (threadIdx.x == 0) y[blockIdx.x] = sum;
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
