// SPDX-License-Identifier: MIT
// What the kernels of a HIP source access, for a prover: compiler/passes/kernel_accesses.hpp says what is in the text.
//
//   front_end f({.source = "scale.hip", .flags = include_flags()});
//   accesses_of_kernels(f)     {"kernels": [{"name": "scale", ...}]}
#pragma once

#include <string>

#include "compiler/build/front_end.hpp"

namespace tileproof::compiler {

// Throws std::runtime_error, after the compiler's own messages, for code that it rejects.
std::string accesses_of_kernels(front_end&);

}  // namespace tileproof::compiler
