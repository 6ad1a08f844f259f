// SPDX-License-Identifier: MIT
// The __shared__, __device__ and __constant__ variables of a module, which carry marks as annotations.
//
//   @tile = internal thread_local global [32 x [33 x float]] zeroinitializer, align 16
// becomes
//   @tile = internal global <{ [32 x [33 x float]], [65536 x i8] }> zeroinitializer, align 16
//
// and a line of the table of objects (devices/cpu_checked/module.hpp). The gap behind it belongs to nobody. A block runs alone, so
// that shared memory needs no thread_local; the arrays of `extern __shared__ T name[]` have the address that the runtime says.
#pragma once

#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

struct marked_variables {
    std::vector<llvm::GlobalVariable*> all;
    llvm::GlobalVariable* table = nullptr;
};
marked_variables separate_variables(llvm::Module&, site_table&);

}  // namespace tileproof::passes
