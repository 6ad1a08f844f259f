// SPDX-License-Identifier: MIT
// Names the memory that a function loads from as the source does, by its debug information.
//
//   %p = alloca %struct.shape                          #dbg_declare(ptr %p, !11, ...)   !11 is "p"
//   %pitch = getelementptr %struct.shape, ptr %p, i32 0, i32 2
// named_at(%pitch) is {"p.pitch", long}, and number(...) of it tells long from unsigned long.
//
// Variables and parameters have names, and so have the targets of their pointers and references to structs, members (those
// of `this` and of closures by their own names), elements at constant indices, and threadIdx, blockIdx, blockDim, gridDim.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

namespace tileproof::passes {

struct named_object {
    std::string name;
    const llvm::DIType* type = nullptr;  // null for threadIdx and its like
};

std::optional<named_object> named_at(const llvm::Value* pointer, int depth = 0);

// 's' for a signed integer or enumeration, 'u' for an unsigned one, 'b' for a bool; 0 for everything else.
char number(const named_object&);

}  // namespace tileproof::passes
