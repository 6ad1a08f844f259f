// SPDX-License-Identifier: MIT
// wrong
// when: n >= 2
// bugs: 1
// source: own (an in-place update that reads its neighbour's element)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void shift(int* x, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i + 1 < n)
        x[i] = x[i + 1];  // BUG
    else if (i + 1 == n)
        x[i] = 0;  // ALSO
}

static const tileproof::kernel_test test =
    tileproof::custom("shift", {"n"})
        .in_out<int>("x", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("x")(i, 0) = i + 1 < a.dim("n") ? a.in<int>("x")(i + 1, 0) : 0;
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n")) shift<<<(n + 63) / 64, 64>>>(p.out<int>("x"), n);
        });
