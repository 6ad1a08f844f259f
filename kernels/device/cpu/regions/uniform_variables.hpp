// SPDX-License-Identifier: MIT
// Variables that hold the same in all threads of a block whenever these wait at a barrier.
//
//   for (int d = blockDim.x / 2; d > 0; d /= 2) {    d: set where all threads come by, to what all compute alike
//       if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
//       __syncthreads();
//   }
//
// One place does for all threads then, and the optimiser sees loops over threads in which it does not change. Threads that
// stop at different barriers end the block, so what they hold there does not matter.
#pragma once

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// Of variables that have found their homes (variable_homes.hpp).
void find_uniform_variables(cut_kernel&);

}  // namespace tileproof::cpu_regions
