// SPDX-License-Identifier: MIT
// wrong
// when: rows >= 1
// bugs: 1
// source: https://github.com/ROCm/tritonBLAS/issues/61 (a lock taken without a fence), own form in one block
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

// The second wave of a block waits for a flag in shared memory that the first one sets, with relaxed atomics and no fence.
__global__ void hand_on(const int* x, int* y) {
    __shared__ int value, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = x[blockIdx.x] * 3;                                                     // ALSO
        __hip_atomic_store(&flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);  // BUG
    }
    if (threadIdx.x == 32) {
        while (__hip_atomic_load(&flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP) == 0) {
        }
        y[blockIdx.x] = value;  // ALSO
    }
}

static const tileproof::kernel_test test =
    tileproof::custom("hand_on", {"rows"})
        .input<int>("x", {"rows"})
        .values_from(-1000, 1000)
        .output<int>("y", {"rows"})
        .reference([](const tileproof::arrays& a) { a.out<int>("y") = a.in<int>("x") * 3; })
        .launch([](const tileproof::pointers& p) {
            if (const long rows = p.dim("rows"))
                hand_on<<<rows, 64>>>(p.in<int>("x"), p.out<int>("y"));
        });
