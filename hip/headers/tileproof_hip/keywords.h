// SPDX-License-Identifier: MIT
// HIP's words for functions and variables, and the namespace of the device that is being built.
//
// __shared__ is thread_local: a block runs on one operating-system thread from start to end, its
// threads are fibers there, so a thread-local variable is exactly one copy for the block. Blocks
// that run at the same time are on other operating-system threads and have other copies. In a
// function, thread_local means static too, so `__shared__ float tile[32][33];` reads as in HIP. The
// tag in its name is how the engine finds it (devices/cpu/shared_symbols.hpp), to let each
// block begin with contents that the case's seed says.
//
// Dynamic shared memory: HIP_DYNAMIC_SHARED(float, s). The other spelling, `extern __shared__ float
// s[];`, is not C++ that could be given a meaning here; tileproof_add_kernels() rewrites it to the
// macro first. With TILEPROOF_TRANSLATE the words stay for compiler/build/source_pass.hpp.
#pragma once

#ifndef TILEPROOF_DEVICE
#define TILEPROOF_DEVICE cpu
#endif
#define TILEPROOF_HIP_CONCAT_(a, b) a##b
#define TILEPROOF_HIP_CONCAT(a, b) TILEPROOF_HIP_CONCAT_(a, b)
#define TILEPROOF_HIP_BEGIN       \
    namespace tileproof::hip_on { \
    inline namespace TILEPROOF_HIP_CONCAT(abi_, TILEPROOF_DEVICE) {
#define TILEPROOF_HIP_END \
    }                     \
    }

TILEPROOF_HIP_BEGIN
TILEPROOF_HIP_END
using namespace tileproof::hip_on;

#ifdef TILEPROOF_TRANSLATE
#define __global__ __tileproof_global__
#define __host__ __tileproof_host__
#define __device__ __tileproof_device__
#define __constant__ __tileproof_constant__
#define __managed__ __tileproof_device__
#define __shared__ __tileproof_shared__
#else
#define __host__
#if defined(TILEPROOF_CPU_CHECKED) || defined(TILEPROOF_CPU_LOOPS)
#define __global__ __attribute__((annotate("tileproof_kernel")))
#else
#define __global__
#endif
#ifdef TILEPROOF_CPU_CHECKED  // the instrumenter looks for these marks
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
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
