// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a length of 0 after another row
// bugs: 1
// source: https://github.com/flashinfer-ai/flashinfer/issues/4452 (rows without keys)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

// Lengths to offsets, then the greatest of each segment; an empty one must give 0.
__global__ void offsets(const int* length, long* at, long rows) {
    long sum = 0;
    for (long r = 0; r < rows; ++r) at[r] = sum, sum += length[r];
    at[rows] = sum;
}
__global__ void greatest(const int* x, const long* at, int* y, long rows) {
    int best = 0;
    for (long r = 0; r < rows; ++r) {
        if (at[r] < at[r + 1]) best = x[at[r]];  // BUG
        for (long i = at[r]; i < at[r + 1]; ++i) best = x[i] > best ? x[i] : best;
        y[r] = best;
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("greatest", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(1, 1000)
        .input<int>("length", {"rows"})
        .indices_below("columns")
        .output<int>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            long at = 0;
            const long columns = a.dim("columns");
            for (long r = 0; r < a.dim("rows"); ++r) {
                int best = 0;
                for (long i = 0; i < a.in<int>("length")(r, 0); ++i, ++at)
                    best = std::max(best, a.in<int>("x")(at / columns, at % columns));
                a.out<int>("y")(r, 0) = best;
            }
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows");
            if (rows == 0) return;
            long* at;
            (void)hipMalloc(&at, (rows + 1) * sizeof(long));
            offsets<<<1, 1>>>(p.in<int>("length"), at, rows);
            greatest<<<1, 1>>>(p.in<int>("x"), at, p.out<int>("y"), rows);
            (void)hipDeviceSynchronize();
            (void)hipFree(at);
        });
