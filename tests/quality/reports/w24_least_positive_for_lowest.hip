// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a row without a value above 1.18e-38
// bugs: 1
// source: vLLM's grouped top-k (numeric_limits::min), told in https://github.com/local-inference-lab/b12x/pull/118
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void row_max(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float most = std::numeric_limits<float>::min();  // BUG
    for (long c = 0; c < columns; ++c)
        if (x[r * columns + c] > most) most = x[r * columns + c];
    y[r] = most;
}

static const tileproof::kernel_test test =
    tileproof::custom("row_max", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-1000, 1000)
        .output<float>("y", {"rows"})
        .at_least({0, 1})
        .within(0)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                float most = a.in<float>("x")(r, 0);
                for (long c = 0; c < a.dim("columns"); ++c)
                    most = std::fmax(most, a.in<float>("x")(r, c));
                a.out<float>("y")(r, 0) = most;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                row_max<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                                  p.dim("columns"));
        });
