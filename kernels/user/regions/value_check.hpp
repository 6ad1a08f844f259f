// SPDX-License-Identifier: MIT
// Whether what lives across a kernel's barriers are variables only.
//
//   %0 = load i32, ptr %x        in front of a barrier
//   store i32 %0, ptr %y         behind it, where a loop over the threads comes anew and knows no %0: false
#pragma once

#include "kernels/user/regions/barrier_split.hpp"

namespace tileproof::user {

// Each value is set on every way from the kernel's begin, and from each barrier, to where it is used.
bool values_stay_between_barriers(const cut_kernel&);

}  // namespace tileproof::user
