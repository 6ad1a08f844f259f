// SPDX-License-Identifier: MIT
// One matrix instruction of a GPU on the cpu device, lane by lane: one_instruction.cpp, compiled for each of these GPUs.
#pragma once

#include <string_view>
#include <vector>

namespace tileproof::kernels {

// a and b: what each lane holds of A and B, element after element, lane after lane; c: of C, which becomes D.
// `type`: "f16", "bf16" or "i8". All numbers are whole and exact in the types.
using one_instruction = std::vector<int>(std::string_view type, const std::vector<int>& a,
                                         const std::vector<int>& b, const std::vector<int>& c);
one_instruction gfx942, gfx1100, gfx1201;

}  // namespace tileproof::kernels
