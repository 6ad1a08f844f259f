// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/ml-explore/mlx/issues/3858
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void negate(const int8_t* x, int8_t* y, long rows, long columns) {
    const long c = blockIdx.x * 64L + threadIdx.x;
    if (c >= columns) return;
    for (long r = blockIdx.y; r < rows; r += gridDim.y)
        y[r * columns + c] = int8_t(-x[r * columns + c]);
}

static const tileproof::kernel_test test =
    tileproof::custom("negate", {"rows", "columns"})
        .input<int8_t>("x", {"rows", "columns"})
        .output<int8_t>("y", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r)
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int8_t>("y")(r, c) = int8_t(-a.in<int8_t>("x")(r, c));
        })
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows && columns)
                negate<<<dim3((columns + 63) / 64, std::min(rows, 65535L)), 64>>>(
                    p.in<int8_t>("x"), p.out<int8_t>("y"), rows, columns);
        });
