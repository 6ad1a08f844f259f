// SPDX-License-Identifier: MIT
// Drops checks that cannot tell anything, after functions were inlined.
//
// Those of a thread's own variable, all of which has a value. Before, nobody knew where a parameter points, so every access
// through a reference is checked:
//   %sum = alloca [4 x float]
//   call void @tileproof_checked_write4(ptr %second, ptr <site 7>)      ; %second is 4 bytes behind %sum: dropped
//
// Those that a library makes again for the same place of the source: of the same address as one before it on every path, without a
// call in between. What a kernel itself does again it may be waiting for.
//   call void @tileproof_checked_read8(ptr %lengths, ptr <site 8>)
//   call void @tileproof_checked_read8(ptr %lengths, ptr <site 9>)      ; dropped
//
// Kept are accesses that may leave the variable, and those of variables of which the runtime knows that they have no value yet.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

struct drop_needless_checks : llvm::PassInfoMixin<drop_needless_checks> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace tileproof::passes
