// SPDX-License-Identifier: MIT
// HIP's keywords for functions and variables, and the namespace of the device being built.
//
// __shared__ is thread_local: a block runs on one operating-system thread from start to end, with its threads as
// fibers, so a thread-local variable is exactly one copy per block. Blocks that run at the same time are on other
// operating-system threads and have other copies. In a function thread_local implies static, so `__shared__ float
// tile[32][33];` reads as in HIP. The engine finds such variables by the tag in their names
// (devices/cpu/shared_symbols.hpp), to start each block with contents determined by the case's seed.
//
// Dynamic shared memory: HIP_DYNAMIC_SHARED(float, s). The other spelling, `extern __shared__ float s[];`, cannot be
// given a meaning in C++; tileproof_add_kernels() rewrites it to the macro first. Users' sources are read by clang's own
// HIP front end, which gives all these words their meaning.
#pragma once

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif
#define TILEPROOF_HIP_CONCAT_(a, b) a##b
#define TILEPROOF_HIP_CONCAT(a, b) TILEPROOF_HIP_CONCAT_(a, b)
#ifdef __CLANG_HIP_RUNTIME_WRAPPER_H__  // clang's own HIP front end: for the host and for the device
#define TILEPROOF_CLANG_HIP
#define TILEPROOF_FOR_BOTH _Pragma("clang force_cuda_host_device begin")
#define TILEPROOF_FOR_BOTH_END _Pragma("clang force_cuda_host_device end")
#else
#define TILEPROOF_FOR_BOTH
#define TILEPROOF_FOR_BOTH_END
#endif
#define TILEPROOF_HIP_BEGIN       \
    TILEPROOF_FOR_BOTH            \
    namespace tileproof::hip_on { \
    inline namespace TILEPROOF_HIP_CONCAT(abi_, TILEPROOF_DEVICE) {
#define TILEPROOF_HIP_END \
    }                     \
    }                     \
    TILEPROOF_FOR_BOTH_END

TILEPROOF_HIP_BEGIN
TILEPROOF_HIP_END
using namespace tileproof::hip_on;

// Types that libraries declare before they include their header are global, as HIP's are.
#ifdef TILEPROOF_CLANG_HIP
#define TILEPROOF_GLOBAL_BEGIN TILEPROOF_FOR_BOTH
#define TILEPROOF_GLOBAL_END TILEPROOF_FOR_BOTH_END
#else
#define TILEPROOF_GLOBAL_BEGIN TILEPROOF_HIP_BEGIN
#define TILEPROOF_GLOBAL_END TILEPROOF_HIP_END
#endif

#ifdef TILEPROOF_CLANG_HIP
#define __noinline__ __attribute__((noinline))
#define __launch_bounds_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define __launch_bounds_2(threads, blocks) __launch_bounds_1(threads)
#define __launch_bounds_of(_1, _2, name, ...) name
#define __launch_bounds__(...) \
    __launch_bounds_of(__VA_ARGS__, __launch_bounds_2, __launch_bounds_1)(__VA_ARGS__)
#else
#define __launch_bounds__(...)
#define __host__
#if defined(TILEPROOF_CPU_CHECKED) || defined(TILEPROOF_CPU_LOOPS)
#define __global__ __attribute__((annotate("tileproof_kernel")))
#else
#define __global__
#endif
#ifdef TILEPROOF_CPU_CHECKED  // compiler/passes looks for these marks
#define __device__ __attribute__((annotate("tileproof_device")))
#define __constant__ __attribute__((annotate("tileproof_constant")))
#define __managed__ __attribute__((annotate("tileproof_device")))
#define __shared__ __attribute__((annotate("tileproof_shared"))) thread_local
#else
#define __device__
#define __constant__
#define __managed__
#define __shared__ __attribute__((abi_tag("tileproof_shared"))) thread_local
#endif
#endif
#define __forceinline__ inline __attribute__((always_inline))
#define __grid_constant__
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
