// SPDX-License-Identifier: MIT
// right
// source: own (merge of (max, sum) pairs; no thread's part may be -inf minus -inf)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void softmax(const float* x, float* y, long columns) {
    __shared__ float most[64], sum[64];
    const int t = threadIdx.x;
    const float* row = x + blockIdx.x * columns;
    float m = -INFINITY, s = 0;
    for (long c = t; c < columns; c += 64) {
        const float higher = fmaxf(m, row[c]);
        s = s * (m == higher ? 1.0f : expf(m - higher)) +
            (row[c] == higher ? 1.0f : expf(row[c] - higher));
        m = higher;
    }
    most[t] = m;
    sum[t] = s;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d && sum[t + d] > 0) {
            const float a = most[t], b = most[t + d], higher = fmaxf(a, b);
            sum[t] = sum[t] * (a == higher ? 1.0f : expf(a - higher)) +
                     sum[t + d] * (b == higher ? 1.0f : expf(b - higher));
            most[t] = higher;
        }
        __syncthreads();
    }
    for (long c = t; c < columns; c += 64)
        y[blockIdx.x * columns + c] = expf(row[c] - most[0]) / sum[0];
}

static const tileproof::kernel_test test =
    tileproof::softmax<float>("softmax").launch([](const tileproof::pointers& p) {
        const long rows = p.dim("rows"), columns = p.dim("columns");
        if (rows > 0 && columns > 0)
            softmax<<<rows, 64>>>(p.in<float>("x"), p.out<float>("y"), columns);
    });
