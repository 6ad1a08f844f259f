// SPDX-License-Identifier: MIT
// Copy kernels with one bug each, on the cpu device: the project's own kernel with a wrong policy, or told
// more about its problem than is true.
#pragma once

#include <vector>

#include "kernels/catalogue.hpp"

namespace tileproof::planted {

// "copy_right", "copy_without_a_pad_of_rows", "copy_with_the_width_for_the_leading_dimension",
// "copy_in_vectors_without_proof".
const std::vector<kernels::copy_kernel>& copies();

}  // namespace tileproof::planted
