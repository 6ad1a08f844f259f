// SPDX-License-Identifier: MIT
// wrong
// when: n >= 2
// bugs: 1
// source: https://github.com/NVIDIA/Fuser/pull/2391 (w33 with a plain pointer)
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void chain(const int* x, int* carry, int* flag, int* y, long n) {
    const long b = blockIdx.x;
    if (threadIdx.x != 0) return;
    int before = 0;
    if (b > 0) {
        while (atomicAdd(&flag[b - 1], 0) == 0) {
        }
        __threadfence();
        before = carry[b - 1];  // ALSO
    }
    carry[b] = before + x[b];  // ALSO
    atomicExch(&flag[b], 1);   // BUG
    __threadfence();
    y[b] = before + x[b];
}

static const tileproof::kernel_test test =
    tileproof::custom("chain", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"n"})
        .at_most({100})
        .reference([](const tileproof::arrays& a) {
            int sum = 0;
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<int>("y")(i, 0) = sum += a.in<int>("x")(i, 0);
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            if (n == 0) return;
            int *carry, *flag;
            (void)hipMalloc(&carry, n * sizeof(int));
            (void)hipMalloc(&flag, n * sizeof(int));
            (void)hipMemset(flag, 0, n * sizeof(int));
            chain<<<n, 32>>>(p.in<int>("x"), carry, flag, p.out<int>("y"), n);
            (void)hipDeviceSynchronize();
            (void)hipFree(carry);
            (void)hipFree(flag);
        });
