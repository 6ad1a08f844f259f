// SPDX-License-Identifier: MIT
// The relayouts of the catalogue: relayout_tiles, rows into tiles of 16 x 4.
#pragma once

#include "kernels/relayout/relayout_problem.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

relayout_kernel tiles_relayout();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
