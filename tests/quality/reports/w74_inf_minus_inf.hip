// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 2 | data: a row that begins with -inf
// bugs: 1
// source: https://github.com/ikawrakow/ik_llama.cpp/issues/2344 (leading -inf), online softmax
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void log_sum_exp(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float m = -INFINITY, s = 0;
    for (long c = 0; c < columns; ++c) {
        const float v = x[r * columns + c], higher = fmaxf(m, v);
        s = s * expf(m - higher) + expf(v - higher);  // BUG
        m = higher;
    }
    y[r] = m + logf(s);
}

static const tileproof::kernel_test test =
    tileproof::custom("log_sum_exp", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .output<float>("y", {"rows"})
        .within(1e-4, 1e-4)
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                double m = -INFINITY, s = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    m = std::fmax(m, double(a.in<float>("x")(r, c)));
                for (long c = 0; c < a.dim("columns") && m > -INFINITY; ++c)
                    s += std::exp(a.in<float>("x")(r, c) - m);
                a.out<float>("y")(r, 0) = m > -INFINITY ? float(m + std::log(s)) : -INFINITY;
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                log_sum_exp<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows,
                                                      p.dim("columns"));
        });
