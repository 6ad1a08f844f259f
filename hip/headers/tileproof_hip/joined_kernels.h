// SPDX-License-Identifier: MIT
// What a compiled file says about itself, and what its launches are. clang's own HIP front end writes scale<<<grid, 256>>>(x, n) as a
// call of __hipPushCallConfiguration() and of a stub, which calls hipLaunchKernel() with the kernel's handle and the addresses of its
// arguments. The kernels are entered by compiler/passes/hip_halves.hpp, which has both halves of the source.
#pragma once

#include "devices/cpu/hip_state.hpp"
#include "tileproof_hip/threads.h"

#ifndef TILEPROOF_GPU_NAME
#define TILEPROOF_GPU_NAME "cpu"
#endif

// Of this file, for the pass.
static const ::tileproof::cpu_engine::compiled_for tileproof_hip_target __asm__(
    "tileproof_hip_target") __attribute__((used)) = {
#ifdef TILEPROOF_WAVE_SIZE
    .wave = TILEPROOF_WAVE_SIZE,
#endif
#ifdef TILEPROOF_GPU_gfx950
    .shared_bytes = ::tileproof::cpu_engine::most_shared_bytes,
#endif
    .gpu = TILEPROOF_GPU_NAME};

// Called at the beginning of a thread.
extern "C" __attribute__((used)) inline void tileproof_hip_bounds(unsigned most) {
    ::tileproof::hip_on::tp_within_launch_bounds(most);
}

typedef int hipLaunchParm;
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define TILEPROOF_LAUNCH(kernel, grid, block, dynamic_shared, stream, ...) \
    kernel<<<(grid), (block), (dynamic_shared), (stream)>>>(__VA_ARGS__)
// Several of the values may come from one macro, so they are counted only after it is expanded.
#define hipLaunchKernelGGL(kernel, ...) TILEPROOF_LAUNCH((kernel), __VA_ARGS__)
