// SPDX-License-Identifier: MIT
// Where the __shared__ variables of a user's file lie, so that each block begins with memory that holds what the
// case's seed says, and not what the block or the case before has left.
//
// The translation puts them into one section of thread-local memory, `tileproof_shared`, and tells the engine where
// that begins and ends in the file that was loaded. A file with `__shared__ float a[4], b[4];`:
//
//   register_shared_variables(begin, begin + 32);   // once, when it is loaded
//   shared_variables_of(run)                        // {32 bytes}: this thread's a and b, if `run` is code of that file
//
// Only clang gives thread-local variables of templates such a section: a file that g++ compiled registers nothing, and
// its blocks find what the block before has left.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tileproof::cpu_engine {

void register_shared_variables(const char* begin, const char* end);

std::vector<std::span<std::byte>> shared_variables_of(const void* code);

}  // namespace tileproof::cpu_engine
