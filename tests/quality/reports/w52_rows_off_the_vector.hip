// SPDX-License-Identifier: MIT
// wrong
// when: rows > 1 and columns > 4 and columns % 4 != 0
// bugs: 1
// source: https://github.com/flashinfer-ai/flashinfer/pull/5013
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void twice(const float* x, float* y, long columns) {
    const float* in = x + blockIdx.x * columns;
    float* out = y + blockIdx.x * columns;
    for (long c = 4 * threadIdx.x; c < columns; c += 4 * 32) {
        if (c + 4 <= columns) {
            const float4 v = *reinterpret_cast<const float4*>(in + c);  // BUG
            out[c] = 2 * v.x, out[c + 1] = 2 * v.y, out[c + 2] = 2 * v.z, out[c + 3] = 2 * v.w;
        } else {
            for (long k = c; k < columns; ++k) out[k] = 2 * in[k];
        }
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("twice", {"rows", "columns"})
        .input<float>("x", {"rows * columns"})
        .values_from(-1000, 1000)
        .output<float>("y", {"rows * columns"})
        .aligned(16)
        .reference([](const tileproof::arrays& a) { a.out<float>("y") = a.in<float>("x") * 2.0f; })
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") && p.dim("columns"))
                twice<<<p.dim("rows"), 32>>>(p.in<float>("x"), p.out<float>("y"), p.dim("columns"));
        });
