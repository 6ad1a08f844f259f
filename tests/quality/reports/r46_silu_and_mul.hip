// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/flashinfer-ai/flashinfer/pull/5013, scalar
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void silu_and_mul(const float* x, float* y, long rows, long d) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i >= rows * d) return;
    const long r = i / d, c = i % d;
    const float g = x[r * 2 * d + c];
    y[i] = g / (1.0f + expf(-g)) * x[r * 2 * d + d + c];
}

static const tileproof::kernel_test test =
    tileproof::custom("silu_and_mul", {"rows", "d"})
        .input<float>("x", {"rows", "2 * d"})
        .values_from(-50, 50)
        .output<float>("y", {"rows", "d"})
        .within(1e-5, 1e-6)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("d"); ++c) {
                    const double g = a.in<float>("x")(r, c);
                    a.out<float>("y")(r, c) =
                        float(g / (1 + std::exp(-g)) * a.in<float>("x")(r, a.dim("d") + c));
                }
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), d = p.dim("d");
            if (rows && d)
                silu_and_mul<<<(rows * d + 127) / 128, 128>>>(p.in<float>("x"), p.out<float>("y"),
                                                              rows, d);
        });
