// SPDX-License-Identifier: MIT
// The rest of a product: D = alpha A B + beta C, where C may be a separate matrix, the memory of D, or nothing.
//
//   beta 0, c_place "null"     C is a null pointer
//   beta 0, c_place "own"      C is memory that must not be read
//   beta 2, c_place "result"   C is what D holds at the start
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

// For a contract with the operands A, B, C, D: adds alpha, beta and c_place, and says which combinations make sense.
void add_epilogue(kernel_contract&);

}  // namespace tileproof::properties
