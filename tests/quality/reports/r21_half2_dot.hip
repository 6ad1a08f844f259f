// SPDX-License-Identifier: MIT
// right
// source: own (half loads in pairs with a scalar tail, added up in float)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void dot(const _Float16* a, const _Float16* b, float* y, long columns) {
    __shared__ float part[32];
    const long r = blockIdx.x;
    float sum = 0;
    for (long c = 2 * threadIdx.x; c < columns; c += 64) {
        sum += float(a[r * columns + c]) * float(b[r * columns + c]);
        if (c + 1 < columns) sum += float(a[r * columns + c + 1]) * float(b[r * columns + c + 1]);
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < 32; ++t) sum += part[t];
        y[r] = sum;
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("dot", {"rows", "columns"})
        .input<_Float16>("a", {"rows", "columns"})
        .input<_Float16>("b", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .bounded_reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                double sum = 0, magnitude = 0;
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const double t = double(float(a.in<_Float16>("a")(r, c))) *
                                     double(float(a.in<_Float16>("b")(r, c)));
                    sum += t, magnitude += std::fabs(t);
                }
                a.value("y")(r, 0) = sum;
                a.bound("y")(r, 0) = magnitude * 1.2e-7 * (a.dim("columns") + 2);
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                dot<<<rows, 32>>>(p.in<_Float16>("a"), p.in<_Float16>("b"), p.out<float>("y"),
                                  p.dim("columns"));
        });
