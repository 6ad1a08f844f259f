// SPDX-License-Identifier: MIT
// LLVM IR of a kernel that was cut at its barriers: three functions in place of one.
//
//   k          asks the engine: loops over the block's threads, for one part after the other, or
//   k.fibers   the kernel as it was, each thread on a stack of its own, or
//   k.part     (k's parameters, from, frame): one thread from barrier `from` (0: the begin) to the next barrier, whose
//              number it returns (0: the end). It is inlined into each loop, where `from` is a constant.
#pragma once

#include <string>

#include "kernels/device/cpu/regions/barrier_split.hpp"

namespace tileproof::cpu_regions {

// `original` is the text that `k` was cut from, `shared` the shared variables that it or what it calls can name: "@x".
std::string region_functions(const cut_kernel& k, const ir_function& original,
                             std::string_view original_text,
                             const std::vector<std::string>& shared);

// What those functions need besides, as far as `module` does not have it.
std::string region_declarations(std::string_view module);

}  // namespace tileproof::cpu_regions
