// SPDX-License-Identifier: MIT
// Local variables that are declared without a value: which reads meet them unset.
//
// clang marks where such a variable begins (-ftrivial-auto-var-init=pattern):
//   %acc = alloca float, align 4
//   store float 0xFFFFFFFFE0000000, ptr %acc, align 4, !annotation !5
// It gets a twin of its own type, each bit of which says that the same bit of the variable is unset:
//   %unset.acc = alloca float, align 4             all 0
//   store i32 -1, ptr %unset.acc                   behind the marked store; 0 for padding and for empty members
//   store i32 0, ptr %unset.acc                    behind any other
//   %1 = load i32, ptr %unset.acc                  in front of a load, then a report when %1 is not 0
// -O2 follows afterwards and drops nearly all of it: what is left is what no path analysis could decide.
//
// A load whose value is only stored to another local variable is no use of it (`current = next;` in the last turn of a loop
// that fetches ahead): the twin is copied instead, and the other variable is followed as well, by the name of this one. Of vectors, and of structs that are passed or returned in registers, all
// must be unset. Where the address of a variable goes elsewhere, the runtime is told of the twin, and looks there when an
// access through a pointer hits the variable. It is told where somebody else may look first, and only when a bit of the twin
// is left: closures and arrays with their elements are filled at once. A variable with a use that cannot be followed, a call
// of a function that is not checked for instance, is left alone.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

// Before accesses are instrumented.
void follow_unset_variables(llvm::Function&, site_table&);

}  // namespace tileproof::passes
