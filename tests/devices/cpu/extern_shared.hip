// SPDX-License-Identifier: MIT
// A kernel as it is found in the wild: its dynamic shared memory is declared, not asked for by a
// macro.
#include <hip/hip_runtime.h>

#include "tests/devices/cpu/engine_kernels.hpp"

namespace tileproof::engine_kernels {
namespace {

template <typename T>
__global__ void extern_shared_kernel(T* out) {
    extern __shared__ __align__(16) T values[];
    const unsigned t = threadIdx.x, n = blockDim.x;
    values[t] = static_cast<T>(blockIdx.x * n + t);
    __syncthreads();
    out[blockIdx.x * n + t] = values[n - 1 - t];
}

}  // namespace

void mirror_in_extern_shared(unsigned blocks, unsigned threads, int* out) {
    hipLaunchKernelGGL(extern_shared_kernel<int>, blocks, threads, threads * sizeof(int), nullptr,
                       out);
}

}  // namespace tileproof::engine_kernels
