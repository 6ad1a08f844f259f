// SPDX-License-Identifier: MIT
// Every load, store, atomic operation and copy of a function is told to the runtime, with its place.
//
//   store i32 %v, ptr %p, align 4, !dbg !27
// becomes
//   call void @tileproof_checked_write4(ptr %p, ptr <site 3>), !dbg !27
//   store i32 %v, ptr %p, align 4, !dbg !27
//
// Atomic operations are made by the runtime, as far as it knows them. Not told are local variables reached by their names,
// threadIdx and its like, and what carries !nosanitize.
#pragma once

#include "compiler/passes/site_table.hpp"

#include <optional>

namespace tileproof::passes {

// Writing a bit-field keeps the other bits of its word: their load is no access of the source.
void ignore_bit_field_loads(llvm::Function&);

// What a function of the mathematical library writes through pointers: its arguments from the first to the last.
struct results_of_call {
    unsigned first, last;
    std::uint64_t bytes;
};
std::optional<results_of_call> results_of(llvm::StringRef function);

void tell_accesses(llvm::Function&, site_table&);

}  // namespace tileproof::passes
