// SPDX-License-Identifier: MIT
// What a product does besides multiplying: D = alpha A B + beta C, where C may be a matrix of its own, the memory of
// D, or nothing.
//
//   beta 0, c_place "null"     C is a null pointer
//   beta 0, c_place "own"      C is memory that must not be read
//   beta 2, c_place "result"   C is what D holds at the start
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

// Of a contract with the operands A, B, C, D: alpha, beta, c_place, and which of them make sense.
void add_epilogue(kernel_contract&);

}  // namespace tileproof::properties
