// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1
// when2: rows >= 1 and columns >= 1 (reads one past the row: the next row's first, or outside for the last row)
// bugs: 2
// source: own, after https://github.com/arrayfire/arrayfire/pull/633
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_sums(const int* x, int* y, long columns) {
    __shared__ int part[64];
    int sum = 0;
    for (long c = threadIdx.x; c <= columns; c += 64) sum += x[blockIdx.x * columns + c];  // BUG
    part[threadIdx.x] = sum;
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];  // BUG2
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(1, 1000)
        .output<int>("y", {"rows"})
        .reference(
            [](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x").rowwise().sum(); })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_sums<<<rows, 64>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
