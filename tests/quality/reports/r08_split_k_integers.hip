// SPDX-License-Identifier: MIT
// right
// source: own (int8 product, split along k, atomics of int32)
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void product(const int8_t* a, const int8_t* b, int* c, long m, long n, long k) {
    const long col = blockIdx.x * 16L + threadIdx.x, row = blockIdx.y * 4L + threadIdx.y;
    if (row >= m || col >= n) return;
    const long each = (k + gridDim.z - 1) / gridDim.z, first = blockIdx.z * each;
    int sum = 0;
    for (long i = first; i < first + each && i < k; ++i) sum += a[row * k + i] * b[i * n + col];
    atomicAdd(&c[row * n + col], sum);
}

static const tileproof::kernel_test test =
    tileproof::custom("product", {"m", "n", "k"})
        .input<int8_t>("a", {"m", "k"})
        .input<int8_t>("b", {"k", "n"})
        .output<int>("c", {"m", "n"})
        .at_most({200, 200, 300})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("m"); ++i)
                for (long j = 0; j < a.dim("n"); ++j) {
                    int sum = 0;
                    for (long k = 0; k < a.dim("k"); ++k)
                        sum += a.in<int8_t>("a")(i, k) * a.in<int8_t>("b")(k, j);
                    a.out<int>("c")(i, j) = sum;
                }
        })
        .launch([](const tileproof::pointers& p) {
            const long m = p.dim("m"), n = p.dim("n"), k = p.dim("k");
            if (m == 0 || n == 0) return;
            (void)hipMemset(p.out<int>("c"), 0, m * n * sizeof(int));
            product<<<dim3((n + 15) / 16, (m + 3) / 4, 4), dim3(16, 4)>>>(
                p.in<int8_t>("a"), p.in<int8_t>("b"), p.out<int>("c"), m, n, k);
        });
