// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns >= 1 | data: x > 88.7, or all below -87
// bugs: 1
// source: https://github.com/ggml-org/llama.cpp/pull/2665
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void softmax(const float* x, float* y, long rows, long columns) {
    const long r = blockIdx.x * 64L + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (long c = 0; c < columns; ++c) sum += expf(x[r * columns + c]);  // BUG
    for (long c = 0; c < columns; ++c) y[r * columns + c] = expf(x[r * columns + c]) / sum;
}

static const tileproof::kernel_test test =
    tileproof::softmax<float>("softmax").launch([](const tileproof::pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows > 0 && columns > 0)
            softmax<<<(rows + 63) / 64, 64>>>(p.in<float>("x"), p.out<float>("y"), rows, columns);
    });
