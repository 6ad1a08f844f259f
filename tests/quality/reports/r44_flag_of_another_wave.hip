// SPDX-License-Identifier: MIT
// right
// source: the repair of w70
// bugs: 0
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__global__ void hand_on(const int* x, int* y) {
    __shared__ int value, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = x[blockIdx.x] * 3;
        __hip_atomic_store(&flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
    }
    if (threadIdx.x == 32) {
        while (__hip_atomic_load(&flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) == 0) {
        }
        y[blockIdx.x] = value;
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
