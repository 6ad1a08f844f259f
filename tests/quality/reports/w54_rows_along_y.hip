// SPDX-License-Identifier: MIT
// wrong
// when: rows > 65535
// bugs: 1
// source: https://github.com/ml-explore/mlx/issues/3858, https://github.com/ROCm/rocm-libraries/pull/8285
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void negate(const int8_t* x, int8_t* y, long columns) {
    const long c = blockIdx.x * 64L + threadIdx.x, r = blockIdx.y;
    if (c < columns) y[r * columns + c] = int8_t(-x[r * columns + c]);
}

static const tileproof::kernel_test test =
    tileproof::custom("negate", {"rows", "columns"})
        .input<int8_t>("x", {"rows", "columns"})
        .values_from(-100, 100)
        .output<int8_t>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int8_t>("y")(r, c) = int8_t(-a.in<int8_t>("x")(r, c));
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows && columns)
                negate<<<dim3((columns + 63) / 64, rows), 64>>>(
                    p.in<int8_t>("x"), p.out<int8_t>("y"), columns);  // BUG
        });
