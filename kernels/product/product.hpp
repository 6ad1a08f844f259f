// SPDX-License-Identifier: MIT
// The products of the catalogue.
//
//   product_tiled   any m, n, k, every type: 64 x 64 tiles through shared memory, matrix instructions
//   mlp_16          two layers whose first result feeds the second, in one kernel
#pragma once

#include <vector>

#include "kernels/launch.hpp"
#include "kernels/product/product_problem.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

product_kernel tiled_product();
std::vector<product_kernel> fast_products();  // NVIDIA: product_pipelined; nothing elsewhere
mlp_kernel mlp_16();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
