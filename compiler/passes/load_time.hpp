// SPDX-License-Identifier: MIT
// What runs only while a kernel file is loaded, its declarations of tests, is not optimised: that takes most of the time of
// compiling, and no case waits for it.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

class load_time : public llvm::PassInfoMixin<load_time> {
  public:
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);
};

}  // namespace tileproof::passes
