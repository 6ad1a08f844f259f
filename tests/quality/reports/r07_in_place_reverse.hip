// SPDX-License-Identifier: MIT
// right
// source: own (each thread swaps its own pair)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void reverse(int* x, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n / 2) return;
    const int a = x[i], b = x[n - 1 - i];
    x[i] = b;
    x[n - 1 - i] = a;
}

static const tileproof::kernel_test test =
    tileproof::custom("reverse", {"n"})
        .in_out<int>("x", {"n"})
        .reference([](const tileproof::arrays& a) { a.out<int>("x") = a.in<int>("x").reverse(); })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n")) reverse<<<(n + 127) / 128, 64>>>(p.out<int>("x"), n);
        });
