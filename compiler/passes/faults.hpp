// SPDX-License-Identifier: MIT
// What ends a kernel or is a fault by itself is told to the runtime: an index outside its array, a division by zero, a call of a
// null function, abort() and failed assertions. What a kernel allocates, the runtime gives it.
//
//   %5 = sdiv i32 %x, %n
// becomes
//   %zero = icmp eq i32 %n, 0
//   br i1 %zero, ...      call void @tileproof_checked_fault(i32 0, ptr <site 4>)
//   %5 = sdiv i32 %x, %n
#pragma once

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

void tell_faults(llvm::Function&, site_table&);

}  // namespace tileproof::passes
