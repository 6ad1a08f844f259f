// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns > 64
// bugs: 1
// source: https://github.com/ORNL/HeCBench/issues/253
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums_of_tiles(const int* x, int* y, long rows, long columns) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    int sum = 0;
    for (long first = 0; first < columns; first += 64) {
        tile[t] = first + t < columns ? x[blockIdx.x * columns + first + t] : 0;  // BUG
        __syncthreads();
        for (int i = 0; i < 64; ++i) sum += tile[(i + t) % 64] * (i % 3 + 1);
        // the second __syncthreads() is missing
    }
    y[blockIdx.x * 64L + t] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("sums_of_tiles", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-1000, 1000)
        .output<int>("y", {"rows", "64"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (int t = 0; t < 64; ++t) {
                    int sum = 0;
                    for (long first = 0; first < a.dim("columns"); first += 64)
                        for (int i = 0; i < 64; ++i)
                            if (first + (i + t) % 64 < a.dim("columns"))
                                sum += a.in<int>("x")(r, first + (i + t) % 64) * (i % 3 + 1);
                    a.out<int>("y")(r, t) = sum;
                }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                sums_of_tiles<<<rows, 64>>>(p.in<int>("x"), p.out<int>("y"), rows,
                                            p.dim("columns"));
        });
