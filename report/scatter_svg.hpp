// SPDX-License-Identifier: MIT
// Cases plotted over two lengths, as a picture for a page: crosses fail, rings pass.
//
//   scatter_svg(b.cases, "exactly when columns > rows")      <figure><svg role="img">... 128 of 250 cases fail
#pragma once

#include "fuzz/finding/case_scatter.hpp"

#include <string>

namespace tileproof::properties {

// Empty if there are no points. `condition` is the text beside the picture.
std::string scatter_svg(const case_scatter&, const std::string& condition);

}  // namespace tileproof::properties
