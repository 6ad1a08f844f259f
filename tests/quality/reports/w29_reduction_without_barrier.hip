// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1
// bugs: 1
// source: https://github.com/arrayfire/arrayfire/pull/633
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_sums(const int* x, int* y, long columns) {
    __shared__ int part[128];
    int sum = 0;
    for (long c = threadIdx.x; c < columns; c += 128) sum += x[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2)
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];  // BUG
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-10000, 10000)
        .output<int>("y", {"rows"})
        .reference(
            [](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x").rowwise().sum(); })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_sums<<<rows, 128>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
