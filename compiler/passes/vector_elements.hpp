// SPDX-License-Identifier: MIT
// Reads and writes single elements of a vector where clang reads or writes the whole vector.
//
//   v[i] = x;                                                 becomes
//   %7 = load <4 x float>, ptr %v, align 16                   %7 = getelementptr float, ptr %v, i32 %i
//   %8 = insertelement <4 x float> %7, float %x, i32 %i       store float %x, ptr %7, align 4
//   store <4 x float> %8, ptr %v, align 16
//
//   pair = v.zw;                                              becomes
//   %7 = load <4 x float>, ptr %v, align 16                   %7 = load ..., as it was, but not checked
//   %8 = shufflevector <4 x float> %7, ..., <i32 2, i32 3>    %e = getelementptr float, ptr %v, i64 2
//                                                             %r = load i64, ptr %e, align 8
//                                                             %8 = shufflevector ..., as it was
//
// The value of v[i] and v.zw = pair are treated alike. The other elements are not touched: they may be unset, or another
// thread's. Elements that do not lie side by side, as in v.xw, are separate accesses. Nobody uses %r: it stands for the
// access, as an integer of which each bit must be set (unset_variables.hpp).
#pragma once

#include <llvm/IR/Function.h>

namespace tileproof::passes {

void access_vector_elements_alone(llvm::Function&);

}  // namespace tileproof::passes
