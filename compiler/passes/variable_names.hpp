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

#include <llvm/ADT/BitVector.h>
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

// Types of the source in debug information.
//
//   struct s { char c; int i; };     data_bytes(s, 8) is {0, 4, 5, 6, 7}: bytes 1 to 3 are padding
//   struct e {};                     data_bytes(e, 1) is {}: the byte of an empty class is never set

// Without const, volatile and other names of it; null for void.
const llvm::DIType* plain(const llvm::DIType*);

bool is_class(const llvm::DIType*);

// Its bases and the members that each object has, in their order.
llvm::SmallVector<const llvm::DIDerivedType*> parts_of(const llvm::DICompositeType&);

// Which bytes of an object hold values. All of them when the type is not known.
llvm::BitVector data_bytes(const llvm::DIType*, std::uint64_t bytes);

}  // namespace tileproof::passes
