// SPDX-License-Identifier: MIT
// Transposes with a bug each, as people write them: what a campaign must find and make small.
#pragma once

#include "kernels/catalogue.hpp"

#include <vector>

namespace tileproof::planted {

// Named after what is wrong with them: "width_for_height", "no_tail_guard", ... Once for each device they are
// compiled for.
namespace cpu {
const std::vector<kernels::transpose_kernel>& transposes();
}
namespace cuda {
const std::vector<kernels::transpose_kernel>& transposes();
}
namespace hip {
const std::vector<kernels::transpose_kernel>& transposes();
}
using cpu::transposes;

}  // namespace tileproof::planted
