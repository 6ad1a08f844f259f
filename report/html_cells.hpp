// SPDX-License-Identifier: MIT
// What the smallest case must give and what it gives, as two tables for a page; wrong cells are marked by their colour,
// by a star, and for screen readers by "wrong".
//
//   html_cells(b.smallest)      <div class="pair"><table class="cells">...
#pragma once

#include "fuzz/diagnosis/side_by_side.hpp"

#include <string>

namespace tileproof::properties {

// Empty where nothing is known. Of a large case the rows and columns around the first wrong cell.
std::string html_cells(const side_by_side&);

}  // namespace tileproof::properties
