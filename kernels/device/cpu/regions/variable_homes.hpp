// SPDX-License-Identifier: MIT
// Where each local variable of a kernel lives when its threads run as a loop between barriers.
//
//   int x = threadIdx.x;   // set before the barrier, read behind it: copied into the frame
//   __syncthreads();
//   out[x] = n;            // n is a parameter that nobody changes: set again at the begin of each part
#pragma once

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// Takes the allocas out of the blocks and fills k.variables. False for variables of a size that only a run knows.
bool find_homes(cut_kernel& k);

}  // namespace tileproof::cpu_regions
