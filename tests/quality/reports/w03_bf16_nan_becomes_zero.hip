// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: a NaN whose upper mantissa bits carry over (or whose payload is in the lower bits only)
// bugs: 1
// source: https://github.com/stillwater-sc/universal/issues/1133 (the NaN guard), https://github.com/groonga/groonga/pull/2961
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void to_bf16(const float* x, uint16_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i >= n) return;
    const uint32_t u = __float_as_uint(x[i]);
    y[i] = (u + 0x7fff + ((u >> 16) & 1)) >> 16;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("to_bf16", {"n"})
        .input<float>("x", {"n"})
        .output<uint16_t>("is_nan_or_bits", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const float f = a.in<float>("x")(i, 0);
                uint32_t u;
                __builtin_memcpy(&u, &f, 4);
                const uint16_t quiet = uint16_t(u >> 16) | 0x40;
                a.out<uint16_t>("is_nan_or_bits")(i, 0) =
                    f != f ? quiet : (u + 0x7fff + ((u >> 16) & 1)) >> 16;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                to_bf16<<<(n + 255) / 256, 256>>>(p.in<float>("x"),
                                                  p.out<uint16_t>("is_nan_or_bits"), n);
        });
