// SPDX-License-Identifier: MIT
// What is volatile may be what a thread waits for: behind each such load it lets other threads of its block run now and then.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

struct polls : llvm::PassInfoMixin<polls> {
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);
};

}  // namespace tileproof::passes
