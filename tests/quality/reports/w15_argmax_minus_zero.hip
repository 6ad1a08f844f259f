// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 2 | data: -0 and later +0 are a row's greatest
// bugs: 1
// source: https://github.com/signalnine/q27/pull/14
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__device__ unsigned key(float f) {
    const unsigned u = __float_as_uint(f);
    return u >> 31 ? ~u : u | 0x80000000u;
}
__global__ void argmax(const float* x, int* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    long at = 0;
    for (long c = 1; c < columns; ++c)
        if (key(x[r * columns + c]) > key(x[r * columns + at])) at = c;  // BUG
    y[r] = at;
}

static const tileproof::kernel_test test =
    tileproof::custom("argmax", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-4, 4)
        .output<int>("y", {"rows"})
        .at_least({0, 1})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                long at = 0;
                for (long c = 1; c < a.dim("columns"); ++c)
                    if (a.in<float>("x")(r, c) > a.in<float>("x")(r, at)) at = c;
                a.out<int>("y")(r, 0) = at;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                argmax<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<int>("y"), rows,
                                                 p.dim("columns"));
        });
