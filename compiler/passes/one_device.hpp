// SPDX-License-Identifier: MIT
// A HIP source is read once for both cpu devices (compiler/build/front_end.hpp). Here its code becomes what one of them needs:
//
//   %checked = call i1 @tileproof_is_checked()        true for cpu-checked, false for cpu, and only that side of the branch stays
//   %sum = add nsw i32 %a, %b                         add for cpu-checked: no overflow of an int is undefined
//   call void @__ubsan_handle_out_of_bounds(..)       none for cpu: indices of arrays are not checked
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/passes/retarget.hpp"

namespace tileproof::passes {

// On results of signed numbers, where no overflow is undefined.
inline constexpr llvm::StringLiteral mark_of_ints = "tileproof.of_ints";

void answer_whether_checked(llvm::Module&, retarget_for);

// The device's half, all of this.
void make_for_one_device(llvm::Module& half, retarget_for);

// Of what was the device's. AMD's convention passes pointers as global ones, which clang stores to a variable that nobody has
// declared, and loads again as plain ones.
void pass_parameters_as_they_are(llvm::Function&);

}  // namespace tileproof::passes
