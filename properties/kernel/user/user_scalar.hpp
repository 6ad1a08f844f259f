// SPDX-License-Identifier: MIT
// A scalar of a declaration as a parameter of its contract: its possible values, and which are simpler.
//
//   .scalar<float>("beta", -2, 2)      drawn: 0, 1, -1, 0.5, 2, -2 often, else any float of the range
//                                      1.75 is made smaller through 0, 1, -1, 0.5, 2; then 1, 1.5
//   .scalar<int>("mode", {3, 1})       drawn: 3 or 1; 3 is the simplest
#pragma once

#include "properties/kernel/contract.hpp"
#include "sdk/include/tileproof/kernel_test_data.hpp"

namespace tileproof::properties {

// Throws sdk::mistake with a sentence for an impossible scalar.
contract_parameter parameter_of(const sdk::test_data&, const sdk::scalar&);

}  // namespace tileproof::properties
