// SPDX-License-Identifier: MIT
// Each thread has parameters of its own.
//
//   void k(ptr byval(%struct.s) align 8 %p)      the one structure of all threads, while they run as a loop
//   call i32 @f(ptr %p)                          may write to it: each thread gets a copy, a variable like others
//
// A pointer or number is stored in a variable by the function itself.
#pragma once

#include "kernels/device/cpu/regions/ir_function.hpp"

namespace tileproof::cpu_regions {

// False where a parameter cannot be copied: one that the caller keeps and passes by its address.
bool own_parameters(ir_function&);

}  // namespace tileproof::cpu_regions
