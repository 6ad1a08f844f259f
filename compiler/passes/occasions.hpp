// SPDX-License-Identifier: MIT
// Tells apart the occasions of one barrier: the iterations of the loops around it and the calls that
// lead to it. All threads of a block must meet at the same one.
//
//   for (int i = 0; i < 2; ++i)
//       for (int j = 0; j < (threadIdx.x ? 3 - 2 * i : 1 + 2 * i); ++j) __syncthreads();
//
// Each thread comes to the barrier four times, but thread 0's second time is (1,0), thread 1's (0,1).
// Every loop with a barrier in it gets a counter, and every call that leads to a barrier becomes
//
//   %old = call i64 @tileproof_checked_enter(i64 <the call>, i64 <the counters>)
//   call void @barrier()
//   call void @tileproof_checked_leave(i64 %old)
#pragma once

#include <llvm/IR/Module.h>

namespace tileproof::passes {

void tell_occasions(llvm::Module&);

}  // namespace tileproof::passes
