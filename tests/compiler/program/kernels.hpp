// SPDX-License-Identifier: MIT
// Kernels in a header, launched from other files, with one mistake each: see main.hip.
#pragma once

#include <hip/hip_runtime.h>

// finding: race (no barrier between the write and the neighbour's read)
static __global__ void shift(const int* in, int* out) {
    __shared__ int part[64];
    part[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = part[(threadIdx.x + 1) % 64];
}

// finding: out of bounds (<= for <)
template <class T>
__global__ void twice(T* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) values[i] *= 2;
}

__global__ void total(const int* values, int n, int* sum);

void run_total(const int* values, int n);
