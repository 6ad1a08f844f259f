// SPDX-License-Identifier: MIT
// wrong
// when: n >= 2
// when2: n % 128 != 0
// bugs: 2
// source: own
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void both(const int* x, int* difference, int* count, long n) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i < n) difference[i] = i ? x[i - 1] - x[i] : x[i];  // BUG
    if (threadIdx.x == 0) count[blockIdx.x] = 128;          // BUG2
}

static const tileproof::kernel_test test =
    tileproof::custom("both", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("difference", {"n"})
        .output<int>("count", {"ceil(n / 128)"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n");
            for (long i = 0; i < n; ++i)
                a.out<int>("difference")(i, 0) =
                    a.in<int>("x")(i, 0) - (i ? a.in<int>("x")(i - 1, 0) : 0);
            for (long b = 0; b * 128 < n; ++b)
                a.out<int>("count")(b, 0) = std::min(128L, n - b * 128);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                both<<<(n + 127) / 128, 128>>>(p.in<int>("x"), p.out<int>("difference"),
                                               p.out<int>("count"), n);
        });
