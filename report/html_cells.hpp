// SPDX-License-Identifier: MIT
// The expected and the actual output of the smallest case as two tables for a page. Wrong cells are marked by a
// colour, a star, and the word "wrong" for screen readers.
//
//   html_cells(b.smallest)      <div class="pair"><table class="cells">...
#pragma once

#include "fuzz/finding/side_by_side.hpp"

#include <string>

namespace tileproof::properties {

// Empty if nothing is known. For a large case, the rows and columns around the first wrong cell.
std::string html_cells(const side_by_side&);

}  // namespace tileproof::properties
