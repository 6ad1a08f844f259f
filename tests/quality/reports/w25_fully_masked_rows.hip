// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a row whose mask is all false
// bugs: 1
// source: https://github.com/ggml-org/llama.cpp/pull/19098
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void masked_softmax(const float* x, const bool* mask, float* y, long rows,
                               long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float most = -INFINITY, sum = 0;
    for (long c = 0; c < columns; ++c)
        if (mask[r * columns + c]) most = fmaxf(most, x[r * columns + c]);
    for (long c = 0; c < columns; ++c)
        if (mask[r * columns + c]) sum += expf(x[r * columns + c] - most);
    for (long c = 0; c < columns; ++c)
        y[r * columns + c] =
            (mask[r * columns + c] ? expf(x[r * columns + c] - most) : 0.0f) / sum;  // BUG
}

static const tileproof::kernel_test test =
    tileproof::custom("masked_softmax", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-20, 20)
        .input<bool>("mask", {"rows", "columns"})
        .output<float>("y", {"rows", "columns"})
        .within(1e-4, 1e-6)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                double most = -INFINITY, sum = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    if (a.in<bool>("mask")(r, c))
                        most = std::fmax(most, double(a.in<float>("x")(r, c)));
                for (long c = 0; c < a.dim("columns"); ++c)
                    if (a.in<bool>("mask")(r, c)) sum += std::exp(a.in<float>("x")(r, c) - most);
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<float>("y")(r, c) =
                        a.in<bool>("mask")(r, c)
                            ? float(std::exp(a.in<float>("x")(r, c) - most) / sum)
                            : 0.0f;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                masked_softmax<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.in<bool>("mask"),
                                                         p.out<float>("y"), rows, p.dim("columns"));
        });
