// SPDX-License-Identifier: MIT
// A contract of your own: the sum of each row of a matrix, by one block a row.
//
//   tileproof check examples/row_sums.hip
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>

__global__ void row_sums(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

static const tileproof::kernel_test row_sums_test =
    tileproof::custom("row_sums", {"rows", "columns"})
        .input<float>("matrix", {"rows", "columns"})
        .output<float>("sums", {"rows"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("sums") =
                a.in<float>("matrix").cast<double>().rowwise().sum().cast<float>();
        })
        .within(1e-5, 1e-3)  // floats are added in another order
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") == 0) return;
            row_sums<<<p.dim("rows"), 64, 64 * sizeof(float)>>>(
                p.in<float>("matrix"), p.out<float>("sums"), p.dim("columns"));
        });
