// SPDX-License-Identifier: MIT
// Products with a bug each, as people write them: what a campaign must find and make small.
#pragma once

#include "kernels/catalogue.hpp"

#include <vector>

namespace tileproof::planted {

// Named after what is wrong with them: "k_tail_not_zeroed", "beta_zero_reads_c", ...
namespace cpu {
const std::vector<kernels::product_kernel>& products();
}
namespace cuda {
const std::vector<kernels::product_kernel>& products();
}
namespace hip {
const std::vector<kernels::product_kernel>& products();
}

}  // namespace tileproof::planted
