// SPDX-License-Identifier: MIT
// Whether a kernel may wait in a loop for memory to change, which the host or another stream may do, or for the clock.
//
//   while (*(volatile int*)flag == 0) {}      while (atomicCAS(lock, 0, 1)) {}      may spin
//   atomicAdd(&bins[i], 1)                    *(volatile int*)flag, in no loop      never does
//
// Asked of code as clang's front end makes it. What is called through a pointer is not followed.
#pragma once

#include <llvm/IR/Function.h>

namespace tileproof::passes {

enum class spinning : unsigned char { never, on_memory, on_clock };

spinning may_spin(const llvm::Function& kernel);

}  // namespace tileproof::passes
