// SPDX-License-Identifier: MIT
// What lives across a kernel's barriers beside variables.
//
//   %0 = load i32, ptr %x        in front of a barrier
//   store i32 %0, ptr %y         behind it, where a loop over the threads comes anew and knows no %0
#pragma once

#include <set>
#include <string>

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// Each other value is set on every way from the kernel's begin, and from each barrier, to where it is used.
std::set<std::string, std::less<>> values_across_barriers(const cut_kernel&);

}  // namespace tileproof::cpu_regions
