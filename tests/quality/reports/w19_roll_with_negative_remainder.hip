// SPDX-License-Identifier: MIT
// wrong
// when: n > 1 and shift >= 1
// bugs: 1
// source: https://github.com/NVIDIA/warp/issues/1918 (the same confusion)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void roll(const int* x, int* y, long n, int shift) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[(i - shift) % n];  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("roll", {"n"})
        .input<int>("x", {"n"})
        .output<int>("y", {"n"})
        .scalar<int>("shift", 0, 100)
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n"), shift = a.scalar<int>("shift");
            for (long i = 0; i < n; ++i)
                a.out<int>("y")(i, 0) = a.in<int>("x")(((i - shift) % n + n) % n, 0);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                roll<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n,
                                            p.scalar<int>("shift"));
        });
