// SPDX-License-Identifier: MIT
// Fences in cases: "none", "after", "before".
#pragma once

#include "kernels/device/device.hpp"

#include <array>
#include <string>

namespace tileproof::properties {

inline constexpr std::array<kernels::placement, 3> all_fences{
    kernels::placement::plain, kernels::placement::fence_after, kernels::placement::fence_before};

const char* name_of_fence(kernels::placement fence);

// Throws bad_case with a sentence when there is no such fence.
kernels::placement find_fence(const std::string& name);

}  // namespace tileproof::properties
