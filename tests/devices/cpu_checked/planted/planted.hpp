// SPDX-License-Identifier: MIT
// Kernels with a planted bug, and right kernels, that the checks are tested with.
//
//   __global__ void past_the_end(const float* in, float* out, int* scratch, int n) {
//       out[threadIdx.x] = in[threadIdx.x + 1];  // finding: past_the_end
//   }
//   PLANTED(past_the_end, out_of_bounds, 1, 4, 0)   // 1 block, 4 threads, no dynamic shared memory
//   RIGHT(copy, 2, 64, 0)
//
// Each gets n = blocks x threads floats of input (0, 1, 2, ...), n floats of output that nobody has
// written, and 64 integers of scratch, all 0. Exactly one report of the kind must name the line
// with the comment.
#pragma once

#include <hip/hip_runtime.h>

#include "tests/devices/cpu_checked/planted/list.hpp"

#define PLANTED_ENTRY(kernel, expectation, blocks, threads, dynamic)                              \
    static const tileproof::planted::entry entry_of_##kernel{                                     \
        #kernel,                                                                                  \
        __FILE__,                                                                                 \
        expectation,                                                                              \
        blocks,                                                                                   \
        threads,                                                                                  \
        [](const float* in, float* out, int* scratch, int n) {                                    \
            hipLaunchKernelGGL(kernel, dim3(blocks), dim3(threads < 0 ? -(threads) : threads), dynamic, 0, in, out, scratch, \
                               n);                                                                \
        }};
#define PLANTED(kernel, kind, blocks, threads, dynamic) \
    PLANTED_ENTRY(kernel, tileproof::cpu_checked::check_kind::kind, blocks, threads, dynamic)
// Launched by a test of its own.
#define ON_REQUEST(kernel, blocks, threads, dynamic) \
    PLANTED_ENTRY(kernel, std::nullopt, blocks, -threads, dynamic)
#define RIGHT(kernel, blocks, threads, dynamic) \
    PLANTED_ENTRY(kernel, std::nullopt, blocks, threads, dynamic)
