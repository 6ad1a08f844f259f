// SPDX-License-Identifier: MIT
// Evaluation kernels with one bug each, once for each device they are compiled for.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/layout/evaluation.hpp"

namespace tileproof::planted {

// "right", "offset_in_32_bits", "move_into_pads", "first_result_of_a_job", "holder_in_another_replica".
// Throws for any other name.
namespace cpu {
const std::vector<kernels::evaluation_kernel>& evaluations(std::string_view bug);
}
namespace cuda {
const std::vector<kernels::evaluation_kernel>& evaluations(std::string_view bug);
}
namespace hip {
const std::vector<kernels::evaluation_kernel>& evaluations(std::string_view bug);
}
using cpu::evaluations;

}  // namespace tileproof::planted
