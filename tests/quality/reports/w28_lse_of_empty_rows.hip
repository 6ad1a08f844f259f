// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a length of 0
// bugs: 1
// source: https://github.com/ROCm/aiter/pull/1442, https://github.com/Dao-AILab/flash-attention/pull/2568
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void sums(const int* x, const int* length, int* y, int* total, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    int sum = 0;
    for (long c = 0; c < columns; ++c) {
        y[r * columns + c] = c < length[r] ? x[r * columns + c] : 0;
        if (c < length[r]) {
            sum += x[r * columns + c];
            total[r] = sum;  // BUG
        }
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("sums", {"rows", "columns"})
        .input<int>("x", {"rows", "columns"})
        .values_from(-1000, 1000)
        .input<int>("length", {"rows"})
        .indices_below("columns")
        .output<int>("y", {"rows", "columns"})
        .output<int>("total", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                int sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const bool inside = c < a.in<int>("length")(r, 0);
                    a.out<int>("y")(r, c) = inside ? a.in<int>("x")(r, c) : 0;
                    if (inside) sum += a.in<int>("x")(r, c);
                }
                a.out<int>("total")(r, 0) = sum;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                sums<<<(rows + 63) / 64, 64>>>(p.in<int>("x"), p.in<int>("length"), p.out<int>("y"),
                                               p.out<int>("total"), rows, p.dim("columns"));
        });
