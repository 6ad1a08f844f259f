// SPDX-License-Identifier: MIT
// The permutations of the catalogue: permute_elements, for any strides of up to six dims.
#pragma once

#include "kernels/permute/permute_problem.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

permute_kernel elements_permute();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
