// SPDX-License-Identifier: MIT
// The contract that a user's kernel test declares: one of the catalogue's by name, or its own dims and operands.
//
//   user_contract(t).dims[0].key == "dims/0": cases are {"dims": [33], "slack": [0,0], "shift": [1,0], ...}
//
// slack: elements between rows beyond a row's length; shift: elements of the pointer behind its buffer's start,
// both by operand.
#pragma once

#include "kernels/user/include/tileproof/kernel_test_data.hpp"
#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

// Throws user::mistake with a sentence for a declaration that makes no sense.
kernel_contract user_contract(const user::test_data&);
kernel_range user_range(const user::test_data&);
// "rows" and "columns" and so on of a launch.
user::call user_call(const kernel_contract&, const kernel_case&,
                     std::vector<std::vector<long>>& strides, std::vector<void*>& pointers);

}  // namespace tileproof::properties
