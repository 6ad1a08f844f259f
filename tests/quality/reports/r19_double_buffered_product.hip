// SPDX-License-Identifier: MIT
// right
// source: own (two tiles in shared memory, one barrier for each step)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <tileproof/kernel_test.hpp>

constexpr int T = 8;
__global__ void product(const float* a, const float* b, float* c, long m, long n, long k) {
    __shared__ float at[2][T][T], bt[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const long row = blockIdx.y * long{T} + y, col = blockIdx.x * long{T} + x;
    auto load = [&](int half, long first) {
        at[half][y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        bt[half][y][x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
    };
    float sum = 0;
    int half = 0;
    load(0, 0);
    for (long first = 0; first < k; first += T, half ^= 1) {
        __syncthreads();
        if (first + T < k) load(half ^ 1, first + T);
        for (int i = 0; i < T; ++i) sum += at[half][y][i] * bt[half][i][x];
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

static const tileproof::kernel_test test = tileproof::product<float>("product").launch(
    [](const float* a, const float* b, float* c, tileproof::product_shape s) {
        if (s.m == 0 || s.n == 0) return;
        product<<<dim3((s.n + T - 1) / T, (s.m + T - 1) / T), dim3(T, T)>>>(a, b, c, s.m, s.n, s.k);
    });
