// SPDX-License-Identifier: MIT
// right
// source: own (the repairs of w05 and w22)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void quantize(const float* x, int8_t* q, float* scale, long columns) {
    __shared__ float part[64];
    const long r = blockIdx.x;
    float most = 0;
    for (long c = threadIdx.x; c < columns; c += 64) most = fmaxf(most, fabsf(x[r * columns + c]));
    part[threadIdx.x] = most;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + d]);
        __syncthreads();
    }
    const float s = part[0] / 127.0f;
    if (threadIdx.x == 0) scale[r] = s;
    for (long c = threadIdx.x; c < columns; c += 64)
        q[r * columns + c] = s == 0 ? 0 : int8_t(rintf(x[r * columns + c] / s));
}

static const tileproof::kernel_test test =
    tileproof::custom("quantize", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-8, 8)
        .output<int8_t>("q", {"rows", "columns"})
        .output<float>("scale", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                float most = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    most = std::fmax(most, std::fabs(a.in<float>("x")(r, c)));
                const float s = most / 127.0f;
                a.out<float>("scale")(r, 0) = s;
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int8_t>("q")(r, c) =
                        s == 0 ? 0 : int8_t(std::rint(a.in<float>("x")(r, c) / s));
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                quantize<<<rows, 64>>>(p.in<float>("x"), p.out<int8_t>("q"), p.out<float>("scale"),
                                       p.dim("columns"));
        });
