// SPDX-License-Identifier: MIT
// Values that live across a barrier become variables, which have a home there.
//
//   %this1 = load ptr, ptr %this.addr          and store ptr %this1, ptr %..kept0
//   ... barrier ...
//   %y = load i32, ptr %this1                  of %..kept0.1 = load ptr, ptr %..kept0
//
// Of an inlined member function `this` is such a value; others come from `?:` and `&&` around a barrier.
#pragma once

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// Before the kernel's variables have been looked at. A value whose type is not found, or that a phi takes, stays.
void keep_values(cut_kernel&);

}  // namespace tileproof::cpu_regions
