// SPDX-License-Identifier: MIT
// What is volatile may be what a thread waits for: behind each such load it lets other threads of its block run now and then.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

// Tells the engine's function of an instruction that reads memory: where, and how many bytes. Behind it.
void call_of_poll(llvm::Instruction&, llvm::StringRef function);

// Behind each volatile load that has none yet; whether there was one.
bool add_polls(llvm::Function&);

struct polls : llvm::PassInfoMixin<polls> {
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);
};

}  // namespace tileproof::passes
