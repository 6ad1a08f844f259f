// SPDX-License-Identifier: MIT
// Small changes of the user's code, of which one at a time can be tried: where one makes right what was wrong, its line is
// likely the wrong one.
//
//   if (i < n - 1) y[i] = x[i];     with %change, the number of the change that is tried, 0 of none (two may be tried at once):
//       %cmp = icmp slt i64 %i, %sub
//       %to_try = icmp sle i64 %i, %sub
//       %chosen = select (icmp eq i32 %change, 17), i1 %to_try, i1 %cmp
//
// Of the host's functions that launch a kernel, only what is computed is changed: grids and blocks. Each basic block says that it
// was reached, and each thread and each turn of a loop costs fuel, since a change may make them endless. What can be
// tried is told to the engine, line by line: "block <tab> line <tab> column <tab> file <tab> `<=` in place of `<`", the first of
// which is number 1 (devices/tried_changes.hpp).
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

class tried_changes : public llvm::PassInfoMixin<tried_changes> {
  public:
    // Checks that come after it need places, and leave alone what it adds.
    explicit tried_changes(bool keeps_places = false) : keeps_places_(keeps_places) {}
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);

  private:
    bool keeps_places_;
};

}  // namespace tileproof::passes
