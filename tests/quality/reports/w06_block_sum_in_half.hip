// SPDX-License-Identifier: MIT
// wrong
// when: blocks >= 1 | data: the sum of 32 values is beyond 65519
// bugs: 1
// source: https://github.com/ggml-org/llama.cpp/pull/21652
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums(const float* x, _Float16* sum, long blocks) {
    const long b = blockIdx.x * 64L + threadIdx.x;
    if (b >= blocks) return;
    float s = 0;
    for (int i = 0; i < 32; ++i) s += x[b * 32 + i];
    sum[b] = _Float16(s);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("sums", {"blocks"})
        .input<float>("x", {"blocks", "32"})
        .values_from(-10000, 10000)
        .output<_Float16>("sum", {"blocks"})
        .reference([](const tileproof::arrays& a) {
            for (long b = 0; b < a.dim("blocks"); ++b) {
                double s = 0;
                for (int i = 0; i < 32; ++i) s += a.in<float>("x")(b, i);
                s = std::fmin(std::fmax(s, -65504.0), 65504.0);
                a.out<_Float16>("sum")(b, 0) = _Float16(float(s));
            }
        })
        .within(2e-3, 1)
        .launch([](const tileproof::pointers& p) {
            if (const long blocks = p.dim("blocks"))
                sums<<<(blocks + 63) / 64, 64>>>(p.in<float>("x"), p.out<_Float16>("sum"), blocks);
        });
