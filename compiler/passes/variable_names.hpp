// SPDX-License-Identifier: MIT
// What the source calls the memory that a function loads from, by its debug information.
//
//   %p = alloca %struct.shape                          #dbg_declare(ptr %p, !11, ...)   !11 is "p"
//   %pitch = getelementptr %struct.shape, ptr %p, i32 0, i32 2
// named_at(%pitch) is {"p.pitch", long}, and number(...) of it tells long from unsigned long.
//
// Known are variables and parameters, what pointers and references to structs lead to, members (of `this` and of
// what lambdas capture by their own names), elements at constant indices, and threadIdx and its like.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

namespace tileproof::passes {

struct named_object {
    std::string name;
    const llvm::DIType* type = nullptr;  // null: of threadIdx and its like
};

std::optional<named_object> named_at(const llvm::Value* pointer, int depth = 0);

// 's', 'u' or 'b' of what an integer or an enumeration holds: signed, unsigned, true or false; 0: it is neither.
char number(const named_object&);

}  // namespace tileproof::passes
