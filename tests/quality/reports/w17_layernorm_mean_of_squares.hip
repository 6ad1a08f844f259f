// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 2 | data: a mean that is large beside the deviation
// bugs: 1
// source: https://github.com/pytorch/pytorch/issues/40302
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void norm(const float* x, const float* gamma, const float* beta, float* y, long rows,
                     long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float sum = 0, squares = 0;
    for (long c = 0; c < columns; ++c) {
        sum += x[r * columns + c];
        squares += x[r * columns + c] * x[r * columns + c];
    }
    const float mean = sum / columns, variance = squares / columns - mean * mean;  // BUG
    for (long c = 0; c < columns; ++c)
        y[r * columns + c] =
            (x[r * columns + c] - mean) / sqrtf(variance + 1e-5f) * gamma[c] + beta[c];
}

static const tileproof::kernel_test test =
    tileproof::layernorm<float>("norm", 1e-5, tileproof::variance::around_the_mean)
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows > 0 && columns > 0)
                norm<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.in<float>("gamma"),
                                               p.in<float>("beta"), p.out<float>("y"), rows,
                                               columns);
        });
