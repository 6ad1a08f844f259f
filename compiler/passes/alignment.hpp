// SPDX-License-Identifier: MIT
// A GPU reads and writes private memory dword by dword: code may see eight floats of its own as two vectors of four, wherever
// they lie. The checks of alignment are calls by now; the accesses themselves ask this processor for no more than that.
//
//   store <4 x float> %v, ptr %p, align 16        becomes        store <4 x float> %v, ptr %p, align 4
#pragma once

#include <llvm/IR/Module.h>

namespace tileproof::passes {

// Of plain loads, stores, copies and parameters; variables, atomics and what is passed in memory keep theirs.
void ask_for_dwords_only(llvm::Module&);

}  // namespace tileproof::passes
