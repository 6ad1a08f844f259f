// SPDX-License-Identifier: MIT
// right
// source: own (as vLLM's fused_add_rms_norm: the residual is updated in place, then normed, by one block a row)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void add_norm(float* x, float* residual, const float* weight, long columns) {
    __shared__ float part[64];
    float* row = x + blockIdx.x * columns;
    float* rest = residual + blockIdx.x * columns;
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += 64) {
        const float v = row[c] + rest[c];
        rest[c] = v;
        sum += v * v;
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    const float scale = 1.0f / sqrtf(part[0] / columns + 1e-5f);
    for (long c = threadIdx.x; c < columns; c += 64) row[c] = rest[c] * scale * weight[c];
}

static const tileproof::kernel_test test =
    tileproof::custom("add_norm", {"rows", "columns"})
        .in_out<float>("x", {"rows", "columns"})
        .values_from(-10, 10)
        .in_out<float>("residual", {"rows", "columns"})
        .values_from(-10, 10)
        .input<float>("weight", {"columns"})
        .values_from(-2, 2)
        .within(1e-4, 1e-6)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                double sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const float v = a.in<float>("x")(r, c) + a.in<float>("residual")(r, c);
                    a.out<float>("residual")(r, c) = v;
                    sum += double(v) * v;
                }
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<float>("x")(r, c) = float(a.out<float>("residual")(r, c) /
                                                    std::sqrt(sum / a.dim("columns") + 1e-5) *
                                                    a.in<float>("weight")(c, 0));
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") && p.dim("columns"))
                add_norm<<<p.dim("rows"), 64>>>(p.out<float>("x"), p.out<float>("residual"),
                                                p.in<float>("weight"), p.dim("columns"));
        });
