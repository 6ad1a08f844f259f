// SPDX-License-Identifier: MIT
// Converts the library's description of a layout to the reference's. Names and numbers are copied; nothing is
// computed.
#pragma once

#include "reference/layout.hpp"

#include <tileproof/layout_description.hpp>

namespace tileproof::properties {

reference::physical_layout physical(const layout_description& layout);

}  // namespace tileproof::properties
