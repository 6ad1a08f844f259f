// SPDX-License-Identifier: MIT
// The path through the hidden indices as a text picture, from the visible dims down to the offset.
//
//   visible   d3=1 of 4   d4=3 of 64   d5=2 of 128
//
//   stage 1   d3=1   d4=3     d5=2
//             +------+        |
//             unmerge(4,64)   pass
//             |               |
//             d1=67           d2=2
//
//   base      d1=67   d2=2
//             +-------+
//             embed([256,128],[128,1])
//             |
//             d0=8578
#pragma once

#include "command/walk.hpp"

#include <string>

namespace tileproof::properties {

// At most 100 columns wide. Without an index, dims are shown with their lengths: "d3:4".
std::string picture_of(const layout_walk& walk);

}  // namespace tileproof::properties
