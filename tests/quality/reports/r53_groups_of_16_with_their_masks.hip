// SPDX-License-Identifier: MIT
// right
// source: the repair of w76
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void greatest_of_16(const int* x, int* y, long n) {
    const long i = blockIdx.x * 32L + threadIdx.x;
    int v = i < n ? x[i] : -1;
    const unsigned long long mask = threadIdx.x < 16 ? 0xffffull : 0xffff0000ull;
    if (i / 16 * 16 < n)
        for (int d = 8; d > 0; d /= 2) {
            const int o = __shfl_xor_sync(mask, v, d, 16);
            v = o > v ? o : v;
        }
    if (threadIdx.x % 16 == 0 && i < n) y[i / 16] = v;
}

static const tileproof::kernel_test test =
    tileproof::custom("greatest_of_16", {"n"})
        .input<int>("x", {"n"})
        .values_from(0, 1000)
        .output<int>("y", {"ceil(n / 16)"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y").setZero();
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i / 16, 0) =
                    std::max(a.out<int>("y")(i / 16, 0), a.in<int>("x")(i, 0));
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                greatest_of_16<<<(n + 31) / 32, 32>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
