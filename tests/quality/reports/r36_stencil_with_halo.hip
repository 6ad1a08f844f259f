// SPDX-License-Identifier: MIT
// right
// source: the repair of w63
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void blur(const int* x, int* y, long n) {
    __shared__ int tile[66];
    const int t = threadIdx.x;
    const long i = blockIdx.x * 64L + t;
    tile[t + 1] = i < n ? x[i] : 0;
    if (t == 0) tile[0] = i > 0 ? x[i - 1] : 0;
    if (t == 63) tile[65] = i + 1 < n ? x[i + 1] : 0;
    __syncthreads();
    if (i < n) y[i] = tile[t] + 2 * tile[t + 1] + tile[t + 2];
}

static const tileproof::kernel_test test =
    tileproof::custom("blur", {"n"})
        .input<int>("x", {"n"})
        .values_from(1, 1000)
        .output<int>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            const long n = a.dim("n");
            for (long i = 0; i < n; ++i)
                a.out<int>("y")(i, 0) = (i ? a.in<int>("x")(i - 1, 0) : 0) +
                                        2 * a.in<int>("x")(i, 0) +
                                        (i + 1 < n ? a.in<int>("x")(i + 1, 0) : 0);
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                blur<<<(n + 63) / 64, 64>>>(p.in<int>("x"), p.out<int>("y"), n);
        });
