// SPDX-License-Identifier: MIT
// One emulated matrix instruction on the cpu device, lane by lane.
#pragma once

#include <string_view>
#include <vector>

namespace tileproof::kernels {

// a and b: what each lane holds of A and B, element after element, lane after lane; c: of C, which becomes D.
// `target`: "gfx11 f16", "gfx11 i8", "gfx12 f16", "gfx12 bf16", "gfx12 i8", "gfx942 f16", "gfx942 i8",
// "nvidia f16", "nvidia i8". All numbers are whole and exact in the types.
std::vector<int> one_instruction(std::string_view target, const std::vector<int>& a,
                                 const std::vector<int>& b, const std::vector<int>& c);

}  // namespace tileproof::kernels
