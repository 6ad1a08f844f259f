// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1 and columns > 32 and columns % 32 != 0 | data: not all means equal
// bugs: 1
// source: own (merging means without their counts)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void norm(const float* x, const float* gamma, const float* beta, float* y,
                     long columns) {
    __shared__ float mean[32], m2[32];
    const float* row = x + blockIdx.x * columns;
    float n = 0, m = 0, s = 0;
    for (long c = threadIdx.x; c < columns; c += 32) {
        n += 1;
        const float delta = row[c] - m;
        m += delta / n;
        s += delta * (row[c] - m);
    }
    mean[threadIdx.x] = m;
    m2[threadIdx.x] = s;
    __syncthreads();
    m = 0, s = 0;
    const int threads = columns < 32 ? columns : 32;
    for (int t = 0; t < threads; ++t) m += mean[t] / threads;  // BUG
    for (int t = 0; t < threads; ++t) {
        const long count = (columns - t + 31) / 32;
        s += m2[t] + count * (mean[t] - m) * (mean[t] - m);
    }
    for (long c = threadIdx.x; c < columns; c += 32)
        y[blockIdx.x * columns + c] =
            (row[c] - m) / sqrtf(s / columns + 1e-5f) * gamma[c] + beta[c];
}

static const tileproof::kernel_test test =
    tileproof::layernorm<float>("norm", 1e-5, tileproof::variance::around_the_mean)
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows > 0 && columns > 0)
                norm<<<rows, 32>>>(p.in<float>("x"), p.in<float>("gamma"), p.in<float>("beta"),
                                   p.out<float>("y"), columns);
        });
