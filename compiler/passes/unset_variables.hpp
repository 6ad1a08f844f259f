// SPDX-License-Identifier: MIT
// Finds reads of local variables that nobody has set.
//
// clang marks where a variable without an initial value begins (-ftrivial-auto-var-init=pattern):
//   %acc = alloca float, align 4
//   store float 0xFFFFFFFFE0000000, ptr %acc, align 4, !annotation !5
// The variable gets a twin of its own type. A bit of the twin is 1 while the same bit of the variable is unset:
//   %unset.acc = alloca float, align 4             all 0
//   store i32 -1, ptr %unset.acc                   behind the marked store; 0 for padding and for empty members
//   store i32 0, ptr %unset.acc                    behind every other store
//   %1 = load i32, ptr %unset.acc                  in front of a load, with a report when %1 is not 0
// -O2 runs afterwards and drops the checks that it can decide.
//
// - A load whose value is only stored to another local variable is a copy, not a use: `current = next;` in the last turn of
//   a loop that fetches ahead. The bits of the twin are copied, and the other variable is followed under this name.
// - A value that is handed to other lanes (__shfl) is not used by that: most of them look at the value of one lane.
// - A vector, or a struct that is passed or returned in registers, is reported when all of it is unset. A function that
//   returns a struct of which a part is unset leaves the bits for its caller, whose variable has them:
//     store i64 %bits, ptr @tileproof.returned       in front of the return
//     %2 = load i64, ptr @tileproof.returned         behind the call; to the twin of what the result is stored to
// - When the address of a variable goes elsewhere, the runtime is told of the twin and looks there when an access through a
//   pointer hits the variable. It is told just before somebody else may look, and only while a bit of the twin is set:
//   closures and arrays with initial elements are filled at once.
// - A variable is left alone when one of its uses cannot be followed, such as a call of a function without checks.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

// Before accesses are instrumented.
void follow_unset_variables(llvm::ArrayRef<llvm::Function*>, site_table&);

}  // namespace tileproof::passes
