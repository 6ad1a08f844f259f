// SPDX-License-Identifier: MIT
// Fences in cases: "none", "after", "before".
#pragma once

#include "devices/device.hpp"

#include <array>
#include <cstddef>

namespace tileproof::properties {

inline constexpr std::array<kernels::placement, 3> all_fences{
    kernels::placement::plain, kernels::placement::fence_after, kernels::placement::fence_before};
inline constexpr std::array<const char*, 3> fence_names{"none", "after", "before"};
static_assert(all_fences[1] == kernels::placement{1} && all_fences[2] == kernels::placement{2},
              "name_of_fence() finds a name by the fence's number");

constexpr const char* name_of_fence(kernels::placement fence) {
    return fence_names[static_cast<std::size_t>(fence)];
}

}  // namespace tileproof::properties
