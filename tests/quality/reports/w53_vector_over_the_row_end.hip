// SPDX-License-Identifier: MIT
// wrong
// when: rows > 1 and columns % 4 != 0
// bugs: 1
// source: https://github.com/ROCm/aiter/pull/5290
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void twice(const int* x, int* y, long rows, long columns) {
    const long r = blockIdx.x;
    for (long c = 4 * threadIdx.x; c < columns; c += 4 * 32)
        for (int k = 0; k < 4; ++k)
            if (r * columns + c + k < rows * columns)
                y[r * columns + c + k] = c + k < columns ? 2 * x[r * columns + c + k] : 0;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("twice", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-1000, 1000)
        .output<int>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x") * 2; })
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") && p.dim("columns"))
                twice<<<p.dim("rows"), 32>>>(p.in<int>("x"), p.out<int>("y"), p.dim("rows"),
                                             p.dim("columns"));
        });
