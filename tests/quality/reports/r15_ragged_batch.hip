// SPDX-License-Identifier: MIT
// right
// source: own (the repair of w43, a block for each row, empty rows too)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void mean(const float* x, const int* length, float* y, int* used, long columns) {
    __shared__ double part[64];
    const long r = blockIdx.x;
    double sum = 0;
    for (long c = threadIdx.x; c < length[r]; c += 64) sum += x[r * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[r] = length[r] ? float(part[0] / length[r]) : 0.0f, used[r] = length[r];
}

static const tileproof::kernel_test test =
    tileproof::custom("mean", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-100, 100)
        .input<int>("length", {"rows"})
        .indices_below("columns")
        .output<float>("y", {"rows"})
        .output<int>("used", {"rows"})
        .within(1e-6, 1e-5)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                const int length = a.in<int>("length")(r, 0);
                double sum = 0;
                for (long c = 0; c < length; ++c) sum += a.in<float>("x")(r, c);
                a.out<float>("y")(r, 0) = length ? float(sum / length) : 0.0f;
                a.out<int>("used")(r, 0) = length;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                mean<<<rows, 64>>>(p.in<float>("x"), p.in<int>("length"), p.out<float>("y"),
                                   p.out<int>("used"), p.dim("columns"));
        });
