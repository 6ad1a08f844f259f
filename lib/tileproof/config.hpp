// SPDX-License-Identifier: MIT
// What the library needs from the compiler: C++20, and one macro in front of functions that a GPU calls.
//
// The library has no dependency and includes no vendor header. Under HIP (clang -x hip) and CUDA (nvcc) its functions
// are compiled for host and device; elsewhere the macro is empty.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define TILEPROOF_HOST_DEVICE __host__ __device__
#elif defined(__HIP__)
#define TILEPROOF_HOST_DEVICE __attribute__((host)) __attribute__((device))
#else
#define TILEPROOF_HOST_DEVICE
#endif

// For small functions that pass arrays of indices by value. Inlining them before anything else turns the arrays into
// registers; left to the optimiser, some stay in memory and cost ten times as much.
#if defined(__CUDACC__)
#define TILEPROOF_HOST_DEVICE_INLINE __host__ __device__ __forceinline__
#elif defined(__HIP__)
#define TILEPROOF_HOST_DEVICE_INLINE \
    __attribute__((host)) __attribute__((device)) inline __attribute__((always_inline))
#else
#define TILEPROOF_HOST_DEVICE_INLINE inline __attribute__((always_inline))
#endif

// 1 in code that may throw: host code. In a constant expression the exception that would be thrown is the compile
// error.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define TILEPROOF_CHECKS_RUN_TIME_VALUES 0
#else
#define TILEPROOF_CHECKS_RUN_TIME_VALUES 1
#endif

namespace tileproof {

using index_t = std::int32_t;       // CK Tile's name for its index type
using long_index_t = std::int64_t;  // may pass 2^31; the dynamic form's only type

}  // namespace tileproof
