// SPDX-License-Identifier: MIT
// Parses shapes for `tileproof bench`.
//
//   transpose_shape("8191x8193x2")        // 8191 rows, 8193 columns, elements of 2 bytes; without x2: 4
//   product_shape("4096x4096x512")        // m, n, k; "4096" is all three
#pragma once

#include <string>

#include "kernels/catalogue.hpp"

namespace tileproof::properties {

// Both throw command_error with a sentence if the text is not a shape, or the shape is impossible.
kernels::transpose_problem transpose_shape(const std::string& text);
kernels::product_problem product_shape(const std::string& text);

}  // namespace tileproof::properties
