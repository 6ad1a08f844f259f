// SPDX-License-Identifier: MIT
// right
// source: the repair of https://github.com/apache/tvm/issues/19518
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_max(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float most = -INFINITY;
    for (long c = 0; c < columns; ++c) {
        const float v = x[r * columns + c];
        most = !(v <= most) && most == most ? v : most;
    }
    y[r] = most;
}

static const tileproof::kernel_test test =
    tileproof::custom("row_max", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                float most = -INFINITY;
                for (long c = 0; c < a.dim("columns"); ++c) {
                    const float v = a.in<float>("x")(r, c);
                    if (v != v || most != most)
                        most = NAN;
                    else if (v > most)
                        most = v;
                }
                a.out<float>("y")(r, 0) = most;
            }
        })
        .within(0)
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_max<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                                  p.dim("columns"));
        });
