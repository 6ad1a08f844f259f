// SPDX-License-Identifier: MIT
// What two layers must give. K7 of each layer is product_bound.hpp's. A hidden number lies between the roundings
// of the two ends of its bound, which are mostly the same f16 number; what remains goes through |W2|.
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

void two_layers(packed_call&);

// f16(max(0, x)) of packed float32 sums. max(0, NaN) is 0, as fmax has it.
bytes activated(const bytes& sums);

}  // namespace tileproof::properties
