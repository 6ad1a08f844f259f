// SPDX-License-Identifier: MIT
// Tells the runtime which lanes take a lock in a loop that does nothing else:
//
//   while (atomicCAS(lock, 0, 1) != 0) {}       // the lane that gets it waits behind the loop for the others of its wave,
//   ...                                         // who spin until it releases the lock
//   atomicExch(lock, 0);
//
// Where the lanes of a wave run in step, two lanes of one wave that want one lock stop for good. On the processor they run one
// after the other, so the runtime compares: the same lock, taken in the same loop, on the same way there. The way is the calls that
// lead to such loops and the rounds of the loops around them, so lanes that take turns differ in it.
//
//   call void @tileproof_checked_way_to_lock(i32 3)                                        ; a call, or a round of a loop
//   %got = cmpxchg ptr %lock, i32 0, i32 1 ...
//   %taken = extractvalue { i32, i1 } %got, 1
//   call void @tileproof_checked_tried_lock(ptr %lock, i32 4, i1 %taken, ptr <site 3>)     ; 4: of this loop
//
// A loop that contains the work and the release as well is right, and is none of these. The optimiser makes one of the other, so
// this looks at what it has not seen, in a copy whose variables are values.
#pragma once

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

void tell_wave_locks(llvm::ArrayRef<llvm::Function*>, site_table&);

}  // namespace tileproof::passes
