// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 2 | data: the greatest of a row occurs twice
// bugs: 1
// source: https://github.com/sgl-project/sglang/pull/13969
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void argmax(const float* x, int* y, long columns) {
    __shared__ float value[64];
    __shared__ int index[64];
    float best = -INFINITY;
    int at = columns;
    for (long c = threadIdx.x; c < columns; c += 64)
        if (x[blockIdx.x * columns + c] > best || at == columns)
            best = x[blockIdx.x * columns + c], at = c;
    value[threadIdx.x] = best;
    index[threadIdx.x] = at;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d && index[threadIdx.x + d] < columns &&
            value[threadIdx.x + d] >= value[threadIdx.x]) {  // BUG
            value[threadIdx.x] = value[threadIdx.x + d];
            index[threadIdx.x] = index[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = index[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("argmax", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-4, 4)
        .output<int>("y", {"rows"})
        .at_least({0, 1})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                long at = 0;
                for (long c = 1; c < a.dim("columns"); ++c)
                    if (a.in<float>("x")(r, c) > a.in<float>("x")(r, at)) at = c;
                a.out<int>("y")(r, 0) = at;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                argmax<<<rows, 64>>>(p.in<float>("x"), p.out<int>("y"), p.dim("columns"));
        });
