// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/ROCm/composable_kernel/pull/1812 with its NaN guard
// bugs: 0
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void to_bf16(const float* x, uint16_t* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i >= n) return;
    const uint32_t u = __float_as_uint(x[i]);
    y[i] = (u & 0x7fffffff) > 0x7f800000 ? 0x7fc0 : (u + 0x7fff + ((u >> 16) & 1)) >> 16;
}

static const tileproof::kernel_test test =
    tileproof::custom("to_bf16", {"n"})
        .input<float>("x", {"n"})
        .output<__hip_bfloat16>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<__hip_bfloat16>("y")(i, 0) = __float2bfloat16(a.in<float>("x")(i, 0));
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                to_bf16<<<(n + 255) / 256, 256>>>(
                    p.in<float>("x"), reinterpret_cast<uint16_t*>(p.out<__hip_bfloat16>("y")), n);
        });
