// SPDX-License-Identifier: MIT
// The cpu device's <hip/hip_runtime.h>, but a launch runs nothing: it is written down.
//
//   hipLaunchKernelGGL(copy<float>, dim3(4), dim3(256), 0, stream, ...);   // recorded::launches().back().grid.x == 4
#pragma once

#include_next <hip/hip_runtime.h>

#include <vector>

namespace tileproof::recorded {

struct launch {
    const char* kernel;
    dim3 grid, block;
};
std::vector<launch>& launches();

}  // namespace tileproof::recorded

#undef hipLaunchKernelGGL
#define hipLaunchKernelGGL(kernel, grid, block, ...) \
    (void)(kernel), ::tileproof::recorded::launches().push_back({#kernel, grid, block})
