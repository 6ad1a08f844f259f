// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: the lower 16 bits of a float are above 0x8000, or 0x8000 with an odd upper half
// bugs: 1
// source: https://github.com/ROCm/composable_kernel/pull/1812
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void to_bf16(const float* x, uint16_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i >= n) return;
    const uint32_t u = __float_as_uint(x[i]);
    if (x[i] != x[i]) {
        y[i] = 0x7fc0;
        return;
    }
    y[i] = u >> 16;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("to_bf16", {"n"})
        .input<float>("x", {"n"})
        .output<uint16_t>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i) {
                const float f = a.in<float>("x")(i, 0);
                uint32_t u;
                __builtin_memcpy(&u, &f, 4);
                a.out<uint16_t>("y")(i, 0) = f != f ? 0x7fc0 : (u + 0x7fff + ((u >> 16) & 1)) >> 16;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                to_bf16<<<(n + 255) / 256, 256>>>(p.in<float>("x"), p.out<uint16_t>("y"), n);
        });
