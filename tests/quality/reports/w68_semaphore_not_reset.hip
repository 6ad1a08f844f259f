// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1
// bugs: 1
// source: https://github.com/ROCm/aiter/pull/4622 (semaphores of split-K on replay), own form
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

// Two launches share one counter; the last block of each writes the result.
__global__ void total(const int* x, int* sum, unsigned* done, int* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) atomicAdd(sum, x[i]);
    __syncthreads();
    if (threadIdx.x) return;
    __threadfence();
    if (atomicAdd(done, 1u) == gridDim.x - 1) {  // BUG
        __threadfence();
        *y = atomicAdd(sum, 0);
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("totals", {"n"})
        .input<int>("x", {"n"})
        .values_from(-1000, 1000)
        .output<int>("y", {"2"})
        .reference([](const tileproof::arrays& a) {
            a.out<int>("y")(0, 0) = a.in<int>("x").sum();
            a.out<int>("y")(1, 0) = 2 * a.in<int>("x").sum();
        })
        .launch([](const tileproof::pointers& p) {
            const long n = p.dim("n"), blocks = std::max(1L, (n + 63) / 64);
            unsigned* work;
            (void)hipMalloc(&work, 2 * sizeof(unsigned));
            (void)hipMemset(work, 0, 2 * sizeof(unsigned));
            total<<<blocks, 64>>>(p.in<int>("x"), reinterpret_cast<int*>(work), work + 1,
                                  p.out<int>("y"), n);
            total<<<blocks, 64>>>(p.in<int>("x"), reinterpret_cast<int*>(work), work + 1,
                                  p.out<int>("y") + 1, n);
            (void)hipDeviceSynchronize();
            (void)hipFree(work);
        });
