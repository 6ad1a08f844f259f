// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: |a + b| > 65504
// bugs: 1
// source: https://github.com/ggml-org/llama.cpp/pull/17746 (overflow of half accumulators)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void mean(const _Float16* a, const _Float16* b, _Float16* y, long n) {
    const long i = blockIdx.x * 256L + threadIdx.x;
    if (i < n) y[i] = (a[i] + b[i]) * _Float16(0.5f);  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("mean", {"n"})
        .input<_Float16>("a", {"n"})
        .input<_Float16>("b", {"n"})
        .output<_Float16>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<_Float16>("y")(i, 0) = _Float16(
                    (float(a.in<_Float16>("a")(i, 0)) + float(a.in<_Float16>("b")(i, 0))) * 0.5f);
        })
        .within(1e-3, 1e-6)
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                mean<<<(n + 255) / 256, 256>>>(p.in<_Float16>("a"), p.in<_Float16>("b"),
                                               p.out<_Float16>("y"), n);
        });
