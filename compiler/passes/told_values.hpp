// SPDX-License-Identifier: MIT
// Copies of kernels, and of the functions that they call, which tell the runtime before each access the values of the
// variables that its address is computed of. A kernel goes to its copy when the runtime asks for values, which it does
// when a finding is to be explained: a byte is looked at once for each thread, and else all runs as before.
//
//   out[row * pitch + column] = x;        in the copy:
//   call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr %arrayidx, ptr <site 4>,
//       ptr "s:row\nu:pitch\ns:column\n", i64 %row, i64 %pitch, i64 %column)
//   call void @tileproof_checked_write4(ptr %arrayidx, ptr <site 4>)
//
// The copies are not optimised and have no debug information of their own; sites are those of the original. Which variables:
//   out[row * pitch + column]       row, pitch and column: what was loaded for the index
//   out[index]                      index, and behind it the variables of which it was computed: row, pitch, column
//   float* line = out + row * pitch; line[column]      column, row, pitch
// The values of the first kind are those that the computation has used. Those behind are read again, when their scope is open
// there and nothing was stored to them since: never a value that is not the variable's.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

// Behind what instruments accesses: before each call whose last argument is a site.
void tell_values(llvm::Module&, site_table&, llvm::ArrayRef<llvm::Function*> kernels);

}  // namespace tileproof::passes
