// SPDX-License-Identifier: MIT
// Finds accesses beyond a local array through its address, which an index alone does not show.
//
//   int best[3];              %guarded.best = alloca <{ [16 x i8], [3 x i32], [16 x i8] }>, align 16
//   insert(best, 3, v);       %best is 16 bytes behind it
//                             call void @tileproof_checked_begin_array(ptr %best, i64 12, i64 16, ptr "best")
//   best[3] in insert()       reads or writes the 16 bytes behind it: reported, and it overwrites nothing
//   return;                   call void @tileproof_checked_end_array(ptr %best)
//
// Arrays whose address stays in their function have no such bytes: -fsanitize=bounds knows their length. Where inlining shows that
// no access can leave the array, drop_needless_checks takes the calls out.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

// After accesses are instrumented.
void guard_local_arrays(llvm::ArrayRef<llvm::Function*>, site_table&);

}  // namespace tileproof::passes
