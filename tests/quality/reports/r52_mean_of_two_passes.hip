// SPDX-License-Identifier: MIT
// right
// source: own (the mean of rows in double)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void means(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    double sum = 0;
    for (long c = columns - 1; c >= 0; --c) sum += x[r * columns + c];
    y[r] = float(sum / columns);
}

static const tileproof::kernel_test test =
    tileproof::custom("means", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .at_least({0, 1})
        .within(1e-5, 1e-5)
        .reference([](const tileproof::arrays& a) {
            a.out<float>("y") =
                (a.in<float>("x").cast<double>().rowwise().sum() / double(a.dim("columns")))
                    .cast<float>();
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                means<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                                p.dim("columns"));
        });
