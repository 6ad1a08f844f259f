// SPDX-License-Identifier: MIT
// Computes in float64 what the source computes in f16, bf16 and float32, so that the errors of rounding can be told:
//
//   %x = load float, ptr %p              %x = load float, ptr %p
//   %y = fmul float %x, %f               %x1 = fpext float %x to double
//   %z = fadd float %y, 1.0              %y1 = fmul double %x1, ...   %z1 = fadd double %y1, 1.0
//   store float %z, ptr %q               %z = fptrunc double %z1 to float     store float %z, ptr %q
//
// Memory keeps its types, so addresses, layouts and bits are what they were; a value is rounded where it goes to memory, to
// another lane or to a function that is not inlined. It runs after inlining, unrolling and SROA, when most variables are values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace tileproof::passes {

struct double_for_float : llvm::PassInfoMixin<double_for_float> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace tileproof::passes
