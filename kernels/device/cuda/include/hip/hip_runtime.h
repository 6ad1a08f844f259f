// SPDX-License-Identifier: MIT
// HIP on NVIDIA: the HIP words that this project's kernels and devices use, as CUDA's.
//
// HIP's own NVIDIA headers (up to 5.7) do not compile with CUDA 13; what we call is little and the same but
// for its prefix. Works under nvcc for kernels, and under a plain C++ compiler for the host calls. A HIP
// function that is missing here is one line more.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#define __HIP_PLATFORM_NVIDIA__ 1

using hipError_t = cudaError_t;
using hipStream_t = cudaStream_t;
using hipEvent_t = cudaEvent_t;
using hipGraph_t = cudaGraph_t;
using hipGraphExec_t = cudaGraphExec_t;
using hipDeviceProp_t = cudaDeviceProp;
using hipMemcpyKind = cudaMemcpyKind;

#define hipSuccess cudaSuccess
#define hipErrorNoDevice cudaErrorNoDevice
#define hipErrorInvalidConfiguration cudaErrorInvalidConfiguration
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDefault cudaMemcpyDefault
#define hipStreamCaptureModeThreadLocal cudaStreamCaptureModeThreadLocal

#define hipGetErrorName cudaGetErrorName
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipPeekAtLastError cudaPeekAtLastError
#define hipGetDevice cudaGetDevice
#define hipSetDevice cudaSetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipMemGetInfo cudaMemGetInfo
#define hipMalloc cudaMalloc
#define hipHostMalloc cudaHostAlloc
#define hipFree cudaFree
#define hipMemcpy cudaMemcpy
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemset cudaMemset
#define hipMemsetAsync cudaMemsetAsync
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define HIP_SYMBOL(symbol) symbol
#define hipStreamPerThread cudaStreamPerThread
#define hipStreamCreate cudaStreamCreate
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamBeginCapture cudaStreamBeginCapture
#define hipStreamEndCapture cudaStreamEndCapture
#define hipGraphInstantiate(executable, graph, ...) cudaGraphInstantiate(executable, graph, 0)
#define hipGraphLaunch cudaGraphLaunch
#define hipGraphExecDestroy cudaGraphExecDestroy
#define hipGraphDestroy cudaGraphDestroy
#define hipEventCreate cudaEventCreate
#define hipEventDestroy cudaEventDestroy
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventElapsedTime cudaEventElapsedTime

#if defined(__CUDACC__)

// They declare forms of __shfl that the words below would change, so they come first.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
// The last argument may itself contain commas; the macro ends in ... for that.
#define hipLaunchKernelGGL(kernel, grid, block, dynamic_shared, stream, ...) \
    kernel<<<grid, block, dynamic_shared, stream>>>(__VA_ARGS__)

// CUDA has only the forms that name the lanes which take part: HIP's, with all of them.
#define __shfl(value, ...) __shfl_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_up(value, ...) __shfl_up_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_down(value, ...) __shfl_down_sync(0xffffffffu, value, __VA_ARGS__)
#define __shfl_xor(value, ...) __shfl_xor_sync(0xffffffffu, value, __VA_ARGS__)
#define __ballot(predicate) __ballot_sync(0xffffffffu, predicate)
#define __any(predicate) __any_sync(0xffffffffu, predicate)
#define __all(predicate) __all_sync(0xffffffffu, predicate)

#endif
