// SPDX-License-Identifier: MIT
// Writes what a prover needs to know of the kernels of a device's module, for threads, blocks and arguments of any kind: their
// accesses to memory, the addresses, the conditions that hold there, and which of them no barrier separates.
//
//   clang++-19 -x ir -fpass-plugin=tileproof-passes.so -mllvm -tileproof-accesses=FILE ... device.bc
//
//   {"kernels": [{"name": "scale", "nodes": [..], "blocks": [..],
//       "accesses": [{"kind": "store", "bytes": 4, "base": {"kind": "argument", "number": 0, "at": 0}, "at": 7, "block": 2,
//                     "file": "scale.hip", "line": 6}],
//       "intervals": [[{"access": 0, "loops": []}]], "unknown": []}]}
//
// Nodes are those of kernel_values.hpp. "never" is a place where no thread may come: an index beyond its array, a failed
// assertion. Where "unknown" has a sentence, the rest does not tell everything. The module is of no use afterwards.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

namespace tileproof::passes {

class kernel_accesses : public llvm::PassInfoMixin<kernel_accesses> {
  public:
    explicit kernel_accesses(std::string file) : file_(std::move(file)) {}
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);

  private:
    std::string file_;
};

// All functions into kernels, variables into values, and nothing that would drop an operation that may overflow.
void add_steps_before_accesses(llvm::ModulePassManager&);

}  // namespace tileproof::passes
