// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a NaN in a row
// bugs: 1
// source: https://github.com/apache/tvm/issues/19518
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_max(const float* x, float* y, long columns) {
    __shared__ float part[64];
    float most = -INFINITY;
    for (long c = threadIdx.x; c < columns; c += 64)
        most = fmaxf(most, x[blockIdx.x * columns + c]);  // BUG
    part[threadIdx.x] = most;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            const float a = part[threadIdx.x], b = part[threadIdx.x + d];
            part[threadIdx.x] = a != a ? a : (b > a || b != b ? b : a);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] != part[0] ? NAN : part[0];
}

static const tileproof::kernel_test test =
    tileproof::custom("row_max", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                float most = -INFINITY;
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const float v = a.in<float>("x")(r, c);
                    if (v != v || most != most)
                        most = NAN;
                    else if (v > most)
                        most = v;
                }
                a.out<float>("y")(r, 0) = most;
            }
        })
        .within(0)
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_max<<<rows, 64>>>(p.in<float>("x"), p.out<float>("y"), p.dim("columns"));
        });
