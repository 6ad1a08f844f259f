// SPDX-License-Identifier: MIT
// Permutations and relayouts with a bug each; what is not named is right.
#pragma once

#include "kernels/permute/permute_problem.hpp"
#include "kernels/relayout/relayout_problem.hpp"

#include <vector>

namespace tileproof::planted {

// "permute_right", "permute_of_five_dims" (the first is left out), "permute_into_dense_memory" (the output's strides
// are taken to be packed).
const std::vector<kernels::permute_kernel>& permutes();

// "relayout_tiles_right", "relayout_tiles_by_columns" (tiles one below the other), "relayout_rows_of_a_tile_swapped".
const std::vector<kernels::relayout_kernel>& relayouts();

}  // namespace tileproof::planted
