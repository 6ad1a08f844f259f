// SPDX-License-Identifier: MIT
// Copies kernels and the functions that they call. The copies tell the runtime, before each access, the values of the
// variables that its address is computed from. A kernel jumps to its copy when the runtime asks for values, to explain a
// finding. At all other times this costs a look at one byte per thread.
//
//   out[row * pitch + column] = x;        in the copy:
//   call void (ptr, ptr, ptr, ...) @tileproof_checked_values(ptr %arrayidx, ptr <site 4>,
//       ptr "s:row\nu:pitch\ns:column\n", i64 %row, i64 %pitch, i64 %column)
//   call void @tileproof_checked_write4(ptr %arrayidx, ptr <site 4>)
//
// The copies are not optimised and have no debug information; they share the sites of the originals. These variables are told:
//   out[row * pitch + column]                          row, pitch and column, which were loaded for the index
//   out[index]                                         index, then the variables it was computed from: row, pitch, column
//   float* line = out + row * pitch; line[column]      column, row, pitch
// Results of ints that do not fit an int are told, too, with the line that computes them: each one is followed by
//   call void @tileproof_checked_computed(ptr "19 row * pitch", i64 %row, i64 %pitch, i8 '*')
// Sums and differences with a constant are left out.
// Variables of the first kind are told with the values that the computation used. The others are loaded again, if their
// scope is still open and nothing was stored to them since.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

// Runs after the accesses are instrumented: values are told before each call whose last argument is a site.
void tell_values(llvm::Module&, site_table&, llvm::ArrayRef<llvm::Function*> kernels);

}  // namespace tileproof::passes
