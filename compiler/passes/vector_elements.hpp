// SPDX-License-Identifier: MIT
// Elements of a vector of the language are read and written alone, where clang reads or writes all of it.
//
//   v[i] = x;                                                 becomes
//   %7 = load <4 x float>, ptr %v, align 16                   %7 = getelementptr float, ptr %v, i32 %i
//   %8 = insertelement <4 x float> %7, float %x, i32 %i       store float %x, ptr %7, align 4
//   store <4 x float> %8, ptr %v, align 16
//
//   pair = v.zw;                                              becomes
//   %7 = load <4 x float>, ptr %v, align 16                   %7 = load ... as it was, and no access of the source's
//   %8 = shufflevector <4 x float> %7, ..., <i32 2, i32 3>    %e = getelementptr float, ptr %v, i64 2
//                                                             %r = load i64, ptr %e, align 8
//                                                             %8 = shufflevector ... as it was
// Likewise for the value of v[i], and for v.zw = pair. So the other elements are neither read nor written: they may be unset,
// or another thread's. What does not lie side by side, as in v.xw, is an access each. What is loaded for %r is used by nobody:
// it stands for the access, an integer of which each bit must be set (unset_variables.hpp).
#pragma once

#include <llvm/IR/Function.h>

namespace tileproof::passes {

void access_vector_elements_alone(llvm::Function&);

}  // namespace tileproof::passes
