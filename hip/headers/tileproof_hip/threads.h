// SPDX-License-Identifier: MIT
// Indices, barriers, clocks and dynamic shared memory.
#pragma once

#include <time.h>
#include <type_traits>

#include "devices/cpu/launch.hpp"
#include "tileproof_hip/vector_types.h"

TILEPROOF_HIP_BEGIN

using tileproof::cpu_engine::blockDim;
using tileproof::cpu_engine::blockIdx;
using tileproof::cpu_engine::gridDim;
using tileproof::cpu_engine::threadIdx;

// At the beginning of a kernel: the most threads of a block that its __launch_bounds__ allow.
template <class... More>
void tp_within_launch_bounds(unsigned long most, More...) {
    const unsigned long threads = static_cast<unsigned long>(blockDim.x) * blockDim.y * blockDim.z;
    if (most > 0 && threads > most) tileproof::cpu_engine::refuse_beyond_bounds(threads, most);
}

// A kernel library built for one wave size may use it in constant expressions.
#ifdef TILEPROOF_WAVE_SIZE
inline constexpr int warpSize = TILEPROOF_WAVE_SIZE;
#else
struct tp_wave_size_of_launch {
    operator int() const { return tileproof::cpu_engine::wave_size_now; }
};
inline constexpr tp_wave_size_of_launch warpSize{};
#endif

#if defined(__has_builtin)
#if __has_builtin(__builtin_COLUMN)
#define TILEPROOF_COLUMN __builtin_COLUMN()
#endif
#endif
#ifndef TILEPROOF_COLUMN
#define TILEPROOF_COLUMN 0
#endif
// Default arguments for the location of the call.
#define TILEPROOF_HERE \
    const char *file = __builtin_FILE(), int line = __builtin_LINE(), int column = TILEPROOF_COLUMN

// A barrier knows its place in the source, so that two barriers in the branches of an `if` are distinct, whatever the
// optimiser does to them. The macros below supply the number.
inline void __syncthreads(int number = 0, TILEPROOF_HERE) {
    tileproof::cpu_engine::wait(*tileproof::cpu_engine::runner,
                                tileproof::cpu_engine::call_site_of(file, line, column, number));
}
// A barrier that also counts the threads whose predicate is not 0; every thread gets the count.
inline int __syncthreads_count(int predicate, int number = 0, TILEPROOF_HERE) {
    tileproof::cpu_engine::vote(predicate != 0);
    tileproof::cpu_engine::wait(*tileproof::cpu_engine::runner,
                                tileproof::cpu_engine::call_site_of(file, line, column, number));
    return static_cast<int>(tileproof::cpu_engine::votes());
}
inline int __syncthreads_and(int predicate, int number = 0, TILEPROOF_HERE) {
    return __syncthreads_count(predicate == 0, number, file, line, column) == 0;
}
inline int __syncthreads_or(int predicate, int number = 0, TILEPROOF_HERE) {
    return __syncthreads_count(predicate, number, file, line, column) != 0;
}

inline long long clock64() { return tileproof::cpu_engine::look_at_clock(); }
inline long long __clock64() { return clock64(); }
inline long long __clock() { return clock64(); }
inline long long wall_clock64() { return clock64(); }
inline void __nanosleep(unsigned) { tileproof::cpu_engine::sleeps(); }

TILEPROOF_HIP_END

// Several barriers from one macro have the same line and column; __COUNTER__ distinguishes them.
#define __syncthreads() __syncthreads(__COUNTER__)
#define __syncthreads_count(...) __syncthreads_count(__VA_ARGS__, __COUNTER__)
#define __syncthreads_and(...) __syncthreads_and(__VA_ARGS__, __COUNTER__)
#define __syncthreads_or(...) __syncthreads_or(__VA_ARGS__, __COUNTER__)

#define HIP_DYNAMIC_SHARED(type, name) \
    type* name = reinterpret_cast<type*>(::tileproof::cpu_engine::dynamic_shared());

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)
