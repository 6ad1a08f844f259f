// SPDX-License-Identifier: MIT
// HIP on NVIDIA: what kernels are written in, in CUDA's words. The host API is in hip_runtime_api.h.
//
// Works under nvcc for kernels, and under a plain C++ compiler for the host calls.
#pragma once

#include <hip/hip_runtime_api.h>

#if defined(__CUDACC__)

// They declare forms of __shfl that the words below would change, so they come first.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
// The last argument may itself contain commas; the macro ends in ... for that.
#define hipLaunchKernelGGL(kernel, grid, block, dynamic_shared, stream, ...) \
    kernel<<<grid, block, dynamic_shared, stream>>>(__VA_ARGS__)

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// CUDA has only the forms that name the lanes which take part: HIP's, with all of them.
#define __shfl(value, ...) __shfl_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_up(value, ...) __shfl_up_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_down(value, ...) __shfl_down_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_xor(value, ...) __shfl_xor_sync(0xffffffffu, value, __VA_ARGS__)
#define __ballot(predicate) __ballot_sync(0xffffffffu, predicate)
#define __any(predicate) __any_sync(0xffffffffu, predicate)
#define __all(predicate) __all_sync(0xffffffffu, predicate)

#endif
