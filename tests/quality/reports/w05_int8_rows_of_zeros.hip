// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: a row of zeros only: 0 / 0
// bugs: 1
// source: https://github.com/huggingface/kernels-community/pull/680
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void quantize(const float* x, int8_t* q, float* scale, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float most = 0;
    for (long c = 0; c < columns; ++c) most = fmaxf(most, fabsf(x[r * columns + c]));
    const float s = most / 127.0f;
    scale[r] = s;
    for (long c = 0; c < columns; ++c) {
        const float v = x[r * columns + c] / s;  // BUG
        q[r * columns + c] = v == v ? int8_t(rintf(v)) : int8_t(-128);
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("quantize", {"rows", "columns"})
        .input<float>("x", {"rows", "columns"})
        .values_from(-8, 8)
        .output<int8_t>("q", {"rows", "columns"})
        .output<float>("scale", {"rows"})
        .reference([](const tileproof::arrays& a) {
            for (long r = 0; r < a.dim("rows"); ++r) {
                float most = 0;
                for (long c = 0; c < a.dim("columns"); ++c)
                    most = std::fmax(most, std::fabs(a.in<float>("x")(r, c)));
                const float s = most / 127.0f;
                a.out<float>("scale")(r, 0) = s;
                for (long c = 0; c < a.dim("columns"); ++c)
                    a.out<int8_t>("q")(r, c) =
                        s == 0 ? 0 : int8_t(std::rint(a.in<float>("x")(r, c) / s));
            }
        })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                quantize<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<int8_t>("q"),
                                                   p.out<float>("scale"), rows, p.dim("columns"));
        });
