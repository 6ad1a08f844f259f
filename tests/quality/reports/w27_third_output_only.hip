// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1
// bugs: 1
// source: own
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void parts(const float2* z, float* re, float* im, float* norm, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    re[i] = z[i].x;
    im[i] = z[i].y;
    norm[i] = z[i].x * z[i].x + z[i].y * z[i].x;  // BUG
}
TILEPROOF_STRUCT(float2, x, y)

static const tileproof::kernel_test test =
    tileproof::custom("parts", {"n"})
        .input<float2>("z", {"n"})
        .values_from(-100, 100)
        .output<float>("re", {"n"})
        .output<float>("im", {"n"})
        .output<float>("norm", {"n"})
        .within(1e-5, 1e-30)
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const float2 z = a.in<float2>("z")(i, 0);
                a.out<float>("re")(i, 0) = z.x;
                a.out<float>("im")(i, 0) = z.y;
                a.out<float>("norm")(i, 0) = z.x * z.x + z.y * z.y;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                parts<<<(n + 63) / 64, 64>>>(p.in<float2>("z"), p.out<float>("re"),
                                             p.out<float>("im"), p.out<float>("norm"), n);
        });
