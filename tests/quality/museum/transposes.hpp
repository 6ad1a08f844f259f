// SPDX-License-Identifier: MIT
// Transposes of the museum (museum.cpp): each with its mistake and, from the same lines, without it.
#pragma once

#include "kernels/catalogue.hpp"

#include <vector>

namespace tileproof::museum {

// By name: "forgets_the_barrier", and its twin "forgets_the_barrier, right".
namespace cpu {
const std::vector<kernels::transpose_kernel>& transposes();
}
namespace cpu_checked {
const std::vector<kernels::transpose_kernel>& transposes();
}

}  // namespace tileproof::museum
