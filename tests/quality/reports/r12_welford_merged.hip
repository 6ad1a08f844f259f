// SPDX-License-Identifier: MIT
// right
// source: own (Chan's merge with counts)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/ready_contracts.hpp>

__global__ void norm(const float* x, const float* gamma, const float* beta, float* y,
                     long columns) {
    __shared__ float mean[32], m2[32], count[32];
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
    count[threadIdx.x] = n;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            const int t = threadIdx.x, o = t + d;
            const float all = count[t] + count[o];
            if (count[o] > 0) {
                const float delta = mean[o] - mean[t];
                mean[t] += delta * (count[o] / all);
                m2[t] += m2[o] + delta * delta * (count[t] * count[o] / all);
                count[t] = all;
            }
        }
        __syncthreads();
    }
    for (long c = threadIdx.x; c < columns; c += 32)
        y[blockIdx.x * columns + c] =
            (row[c] - mean[0]) / sqrtf(m2[0] / columns + 1e-5f) * gamma[c] + beta[c];
}

static const tileproof::kernel_test test =
    tileproof::layernorm<float>("norm", 1e-5, tileproof::variance::around_the_mean)
        .launch([](const tileproof::pointers& p) {
            const long rows = p.dim("rows"), columns = p.dim("columns");
            if (rows > 0 && columns > 0)
                norm<<<rows, 32>>>(p.in<float>("x"), p.in<float>("gamma"), p.in<float>("beta"),
                                   p.out<float>("y"), columns);
        });
