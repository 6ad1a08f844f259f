// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1
// bugs: 1
// source: own (<= in a padded batch)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void pad(const int* x, const int* length, int* y, long rows, long columns) {
    const long c = blockIdx.x * 64L + threadIdx.x, r = blockIdx.y;
    if (c < columns) y[r * columns + c] = c <= length[r] ? x[r * columns + c] : -1;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("pad", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(0, 1000)
        .input<int>("length", {"rows"})
        .indices_below("columns")
        .output<int>("y", {"rows", "columns"})
        .at_most({65535, 0})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int>("y")(r, c) =
                        c < a.in<int>("length")(r, 0) ? a.in<int>("x")(r, c) : -1;
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows && columns)
                pad<<<dim3((columns + 63) / 64, rows), 64>>>(p.in<int>("x"), p.in<int>("length"),
                                                             p.out<int>("y"), rows, columns);
        });
