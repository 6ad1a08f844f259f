// SPDX-License-Identifier: MIT
// Judges a kernel on operands too large for memory by running a few of its blocks (devices/sampled_launches.hpp).
//
//   K1 or K7   each element in its final state, as written by these blocks, has the right value
//   K3         they write nothing else: not an input, not between rows, not outside
//   K4, K6     what cpu-checked sees of their accesses
//   K9         the launch is accepted and does not fail
//   K2         only if all blocks of all launches have run: then unwritten elements stay unwritten
//
// The rest of the laws is left to ordinary cases. If no block can be judged, the case does not count.
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

case_result check_huge(const kernel_contract&, const contract_kernel&, devices::device&,
                       const kernel_case&);

}  // namespace tileproof::properties
