// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a sum or a value beyond 32 bits
// bugs: 1
// source: own (sums of 64-bit columns, as in cuDF)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums(const int64_t* x, int64_t* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    int sum = 0;  // BUG
    for (long c = 0; c < columns; ++c) sum += x[r * columns + c];
    y[r] = sum;
}

static const tileproof::kernel_test test =
    tileproof::custom("sums", {"rows", "columns"})
        .input<int64_t>("x", {"rows", "columns"})
        .output<int64_t>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                uint64_t sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    sum += uint64_t(a.in<int64_t>("x")(r, c));
                a.out<int64_t>("y")(r, 0) = int64_t(sum);
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                sums<<<(rows + 63) / 64, 64>>>(p.in<int64_t>("x"), p.out<int64_t>("y"), rows,
                                               p.dim("columns"));
        });
