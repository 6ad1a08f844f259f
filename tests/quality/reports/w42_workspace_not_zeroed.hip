// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1
// bugs: 1
// source: https://github.com/vllm-project/vllm-xpu-kernels/pull/586
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void total(const int* x, int* sum, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) atomicAdd(sum, x[i]);  // BUG
}
__global__ void store(const int* sum, int* y, long n) { *y = n > 0 ? *sum : 0; }

static const tileproof::kernel_test test =
    tileproof::custom("total", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"1"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y")(0, 0) = a.in<int>("x").sum(); })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n");
            int* sum;
            (void)hipMalloc(&sum, sizeof(int));
            if (n) total<<<(n + 63) / 64, 64>>>(p.in<int>("x"), sum, n);
            store<<<1, 1>>>(sum, p.out<int>("y"), n);
            (void)hipDeviceSynchronize();
            (void)hipFree(sum);
        });
