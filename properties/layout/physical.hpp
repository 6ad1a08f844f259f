// SPDX-License-Identifier: MIT
// From the library's description of a layout to the reference's. Nothing is computed on the way:
// names and numbers are copied.
#pragma once

#include "reference/layout.hpp"

#include <tileproof/layout_description.hpp>

namespace tileproof::properties {

reference::physical_layout physical(const layout_description& layout);

}  // namespace tileproof::properties
