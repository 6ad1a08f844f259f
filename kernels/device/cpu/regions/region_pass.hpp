// SPDX-License-Identifier: MIT
// The kernels of a module whose threads can be shown to wait at barriers only, as loops over the threads of a block.
//
//   with_regions(text of "clang -O2 -Xclang -disable-llvm-passes -S -emit-llvm")
//
// A kernel without barriers is one loop. A kernel stays as it is, each thread on a stack of its own, when it calls anything
// that may wait: a wave operation, a barrier in another function, code that is not in the module, a function by its
// address; and when barrier_split.hpp cannot cut it.
#pragma once

#include <string>
#include <string_view>

namespace tileproof::cpu_regions {

// The same module when no kernel can be changed.
std::string with_regions(std::string_view module);

}  // namespace tileproof::cpu_regions
