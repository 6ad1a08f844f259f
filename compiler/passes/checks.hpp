// SPDX-License-Identifier: MIT
// What makes a kernel one of the device cpu-checked, in two passes at the begin of the pipeline with one between them:
//
//   prepare_checks         elements of vectors, bit-fields, occasions of barriers, as clang has written them
//   AlwaysInlinerPass      the device's own functions: what they do is then done at their caller's place
//   add_checks             variables without a value, accesses, faults; copies that tell values; the tables
//
// All that the source asks for is there, then: no optimisation has been before. Those that follow find each access behind a
// call of an unknown function with its address, which they may not drop, move across a barrier or merge with another.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

struct prepare_checks : llvm::PassInfoMixin<prepare_checks> {
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);
};

class add_checks : public llvm::PassInfoMixin<add_checks> {
  public:
    // whole_program: several such modules make one program, whose inline functions and templates share their variables.
    explicit add_checks(bool whole_program) : whole_program_(whole_program) {}
    llvm::PreservedAnalyses run(llvm::Module&, llvm::ModuleAnalysisManager&);

  private:
    bool whole_program_;
};

// What ends a kernel or is a fault by itself is told to the runtime: an index outside its array, a division by zero, a call of a
// null function, a throw, abort() and failed assertions. What a kernel allocates, the runtime gives it.
//
//   %5 = sdiv i32 %x, %n
// becomes
//   %zero = icmp eq i32 %n, 0
//   br i1 %zero, ...      call void @tileproof_checked_fault(i32 0, ptr <site 4>)
//   %5 = sdiv i32 %x, %n

void tell_faults(llvm::Function&, site_table&);

}  // namespace tileproof::passes
