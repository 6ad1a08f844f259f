// SPDX-License-Identifier: MIT
#include "properties/kernel/fence_name.hpp"

#include "properties/property.hpp"

#include <fmt/format.h>

namespace tileproof::properties {

const char* name_of_fence(kernels::placement fence) {
    switch (fence) {
        case kernels::placement::plain:
            return "none";
        case kernels::placement::fence_after:
            return "after";
        case kernels::placement::fence_before:
            return "before";
    }
    return "?";
}

kernels::placement find_fence(const std::string& name) {
    for (const kernels::placement fence : all_fences)
        if (name == name_of_fence(fence)) return fence;
    throw bad_case(fmt::format("The fence of a case is none, after or before, not '{}'.", name));
}

}  // namespace tileproof::properties
