// SPDX-License-Identifier: MIT
// wrong
// when: blocks % 4 != 0
// bugs: 1
// source: https://github.com/bitsandbytes-foundation/bitsandbytes/pull/2043
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void absmax(const float* x, float* y, long blocks) {
    for (int k = 0; k < 4; ++k) {
        const long b = blockIdx.x * 4L + k;
        float most = 0;
        if (b < blocks)
            for (int i = 0; i < 16; ++i) most = fmaxf(most, fabsf(x[b * 16 + i]));
        y[b] = most;  // BUG
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("absmax", {"blocks"})
        .input<float>("x", {"blocks", "16"})
        .values_from(-100, 100)
        .output<float>("y", {"blocks"})
        .reference([](const tileproof::arrays& a) {
            for (long b = 0; b < a.dim("blocks"); ++b) {
                float most = 0;
                for (int i = 0; i < 16; ++i)
                    most = std::fmax(most, std::fabs(a.in<float>("x")(b, i)));
                a.out<float>("y")(b, 0) = most;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long blocks = p.dim("blocks"))
                absmax<<<(blocks + 3) / 4, 1>>>(p.in<float>("x"), p.out<float>("y"), blocks);
        });
