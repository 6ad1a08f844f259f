// SPDX-License-Identifier: MIT
#include "kernels.hpp"

__global__ void total(const int* values, int n, int* sum) {
    extern __shared__ int part[];
    part[threadIdx.x] = threadIdx.x < n ? values[threadIdx.x] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < blockDim.x; ++i) all += part[i];
        *sum = all;
    }
}

// finding: leak of sum
void run_total(const int* values, int n) {
    int* sum = nullptr;
    hipMalloc(&sum, sizeof(int));
    total<<<1, 64, 64 * sizeof(int)>>>(values, n, sum);
    hipDeviceSynchronize();
}
