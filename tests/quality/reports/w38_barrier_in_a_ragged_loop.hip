// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns % 64 != 0
// bugs: 1
// source: https://github.com/1bit-MONSTER/1bit-MONSTER/issues/1262
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void reversed_tiles(const int* x, int* y, long columns) {
    __shared__ int part[64];
    for (long c = threadIdx.x; c < columns; c += 64) {
        part[threadIdx.x] = x[blockIdx.x * columns + c];
        __syncthreads();  // BUG
        const long first = c - threadIdx.x, length = columns - first < 64 ? columns - first : 64;
        y[blockIdx.x * columns + c] = part[length - 1 - threadIdx.x];
        __syncthreads();
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("reversed_tiles", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .output<int>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            const long columns = a.dim("columns");
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < columns; ++c) {
                    const long first = c / 64 * 64, length = std::min(64L, columns - first);
                    a.out<int>("y")(r, c) = a.in<int>("x")(r, first + length - 1 - (c - first));
                }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"); rows && p.dim("columns"))
                reversed_tiles<<<rows, 64>>>(p.in<int>("x"), p.out<int>("y"), p.dim("columns"));
        });
