// SPDX-License-Identifier: MIT
// The contract that a user's kernel test declares: one of the catalogue's by name, or its own dims and operands.
//
//   user_contract(t).dims[0].key == "dims/0": cases are {"dims": [33], "slack": [0,0], "shift": [1,0], ...}
//
// slack: elements between rows beyond a row's length; shift: the pointer's distance in elements from its buffer's
// start. Both by operand.
#pragma once

#include "properties/kernel/contract.hpp"
#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::properties {

// Throws sdk::mistake with a sentence for a declaration that makes no sense.
//   user_contract(t, {32, 64})         cases say "wave": "32" or "64": the lanes of a wave
// Without waves, or with 32 alone, they do not.
kernel_contract user_contract(const sdk::test_data&, const std::vector<unsigned>& waves = {});
// 32 if the case does not say.
unsigned wave_of(const kernel_contract&, const kernel_case&);
kernel_range user_range(const sdk::test_data&);
// The launch's "rows", "columns" and so on.
sdk::call user_call(const kernel_contract&, const kernel_case&,
                    std::vector<std::vector<long>>& strides, std::vector<void*>& pointers);

}  // namespace tileproof::properties
