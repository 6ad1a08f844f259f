// SPDX-License-Identifier: MIT
// The right answer of two layers. K7 of each layer is that of product_answer.hpp. A hidden number lies between the
// roundings of the two ends of its bound, which mostly are the same f16 number; the remaining error is propagated
// through |W2|.
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

void two_layers(packed_call&);

// f16(max(0, x)) of packed float32 sums. max(0, NaN) is 0, as in fmax.
bytes activated(const bytes& sums);

}  // namespace tileproof::properties
