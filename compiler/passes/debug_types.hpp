// SPDX-License-Identifier: MIT
// Types of the source in debug information.
//
//   struct s { char c; int i; };     data_bytes(s, 8) is {0, 4, 5, 6, 7}: bytes 1 to 3 are padding
//   struct e {};                     data_bytes(e, 1) is {}: the byte of an empty class is never set
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace tileproof::passes {

// Without const, volatile and other names of it; null for void.
const llvm::DIType* plain(const llvm::DIType*);

bool is_class(const llvm::DIType*);

// Its bases and the members that each object has, in their order.
llvm::SmallVector<const llvm::DIDerivedType*> parts_of(const llvm::DICompositeType&);

// Which bytes of an object hold values. All of them when the type is not known.
llvm::BitVector data_bytes(const llvm::DIType*, std::uint64_t bytes);

}  // namespace tileproof::passes
