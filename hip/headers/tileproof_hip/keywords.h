// SPDX-License-Identifier: MIT
// HIP's keywords for functions and variables, and the namespace of the device being built.
//
// clang's own HIP front end gives these words their meaning in kernels. Elsewhere, in what kernels call (hip/device_code.cpp) and in
// host code of other compilers, they mean nothing; __shared__ is thread_local there, as in compiled kernels: a block runs on
// one operating-system thread from start to end, so that is one copy for each block that runs.
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
#define __global__
#define __device__
#define __constant__
#define __managed__
#define __shared__ thread_local
#endif
#define __forceinline__ inline __attribute__((always_inline))
// States of rocRAND's generators are made on the host as well (rocrand_host.h).
#define FQUALIFIERS __forceinline__ __host__ __device__
#define __grid_constant__
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))

// What the device can do (hipDeviceProp_t::arch).
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ (1)
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ (1)
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ (1)
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ (1)
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ (1)
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ (1)
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ (1)
#define __HIP_ARCH_HAS_DOUBLES__ (1)
#define __HIP_ARCH_HAS_WARP_VOTE__ (1)
#define __HIP_ARCH_HAS_WARP_BALLOT__ (1)
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ (1)
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ (0)
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ (1)
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ (0)
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ (0)
#define __HIP_ARCH_HAS_3DGRID__ (1)
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ (0)
