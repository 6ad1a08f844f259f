// SPDX-License-Identifier: MIT
// Locates the __shared__ variables of a launch, so that each block begins with contents determined by the case's
// seed, and not with leftovers of an earlier block or case.
//
// For a file with `__global__ void k() { __shared__ float a[4], b[4]; }` and other kernels:
//
//   shared_variables_of(run, k)         // {16 bytes, 16 bytes}: this thread's a and b
//   shared_variables_of(run, nullptr)   // all variables of the file that contains `run`
//
// Our own kernels share files and name theirs; a user's file is poisoned as a whole, including variables of functions
// that its kernels call. shared_symbols.hpp finds the variables of a file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tileproof::cpu_engine {

std::vector<std::span<std::byte>> shared_variables_of(const void* code, const void* kernel);

}  // namespace tileproof::cpu_engine
