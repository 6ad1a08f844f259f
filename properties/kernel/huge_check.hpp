// SPDX-License-Identifier: MIT
// Judges a kernel on operands that no memory holds, by what a few of its blocks do (devices/sampled_launches.hpp).
//
//   K1 or K7   each element that these blocks have written for good has the right value
//   K3         they write nothing else: not an input, not between the rows, not outside
//   K4, K6     what cpu-checked sees of their accesses
//   K9         the launch is taken, and does not fail
//   K2         only where all blocks of all launches have run: then nobody will write what is not written
//
// What else the laws ask for is left to ordinary cases. Where no block can be judged the case does not count.
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

case_result check_huge(const kernel_contract&, const contract_kernel&, kernels::device&,
                       const kernel_case&);

}  // namespace tileproof::properties
