// SPDX-License-Identifier: MIT
// Two layers in one kernel with a bug each.
#pragma once

#include "kernels/catalogue.hpp"

#include <vector>

namespace tileproof::planted {

// "right", "without_activation", "last_column_unwritten", "takes_less_than_none".
const std::vector<kernels::mlp_kernel>& mlps();

}  // namespace tileproof::planted
