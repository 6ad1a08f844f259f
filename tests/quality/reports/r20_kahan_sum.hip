// SPDX-License-Identifier: MIT
// right
// source: own
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void sums(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float sum = 0, lost = 0;
    for (long c = 0; c < columns; ++c) {
        const float v = x[r * columns + c] - lost, t = sum + v;
        lost = (t - sum) - v;
        sum = t;
    }
    y[r] = sum;
}

static const tileproof::kernel_test test =
    tileproof::row_reduce<float>("sums", tileproof::reduction::sum)
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows)
                sums<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                               p.dim("columns"));
        });
