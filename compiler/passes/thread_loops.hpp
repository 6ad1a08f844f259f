// SPDX-License-Identifier: MIT
// The kernels of a module whose threads can be shown to wait at barriers only, as loops over the threads of a block: three
// functions in place of one.
//
//   k          asks the engine: loops over the block's threads, for one part after the other, or
//   k.fibers   the kernel as it was, each thread on a stack of its own, or
//   k.part     one thread from barrier `from` (0: the begin) to the next (kernel_part.hpp), inlined into each loop
//
// A kernel without barriers is one loop. A kernel stays as it is when it calls anything that may wait otherwise: a wave
// operation, code that is not in the module, a function by its address; and when it cannot be cut.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

class thread_loops : public llvm::PassInfoMixin<thread_loops> {
  public:
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);
};

}  // namespace tileproof::passes
