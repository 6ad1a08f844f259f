// SPDX-License-Identifier: MIT
// Where the __shared__ variables of a launch lie, so that each block begins with memory that holds what the case's seed
// says, and not what the block or the case before has left.
//
// Of a file with `__global__ void k() { __shared__ float a[4], b[4]; }` and other kernels:
//
//   shared_variables_of(run, k)         // {16 bytes, 16 bytes}: this thread's a and b
//   shared_variables_of(run, nullptr)   // all of the file that `run` is code of
//
// Our own kernels are many in one file and name theirs; a file of a user is poisoned as a whole, with the variables
// of the functions that its kernels call. What is known of a file comes from its symbols (shared_symbols.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tileproof::cpu_engine {

std::vector<std::span<std::byte>> shared_variables_of(const void* code, const void* kernel);

}  // namespace tileproof::cpu_engine
