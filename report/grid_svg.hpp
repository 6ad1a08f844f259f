// SPDX-License-Identifier: MIT
// A grid of coloured cells as an SVG picture, for a page and for paper.
//
//   grid_picture p{.title = "packed [2,3]", .rows = {"0", "1"}, .columns = {"0", "1", "2"}};
//   for (int i = 0; i < 6; ++i) p.cells.push_back({.text = std::to_string(i), .shade = i / 5.0});
//   grid_svg(p)      // six cells from dark to light, numbered 0 to 5
//
// Colour is only a help: its meaning is also written in the cells, and each cell has a title.
#pragma once

#include <string>
#include <vector>

#include "fuzz/finding/bug.hpp"

namespace tileproof::report {

struct grid_cell {
    std::string text = {}, below = {};  // large, and small under it
    std::string title = {};             // shown on hover
    double shade = -1;                  // 0 to 1 along one scale; negative: an empty cell, hatched
};

struct grid_picture {
    std::string title, description;          // read aloud; the title is drawn as well
    std::vector<std::string> rows, columns;  // their names
    std::vector<grid_cell> cells;            // row by row
    bool categories = false;                 // shades are kinds of things, not amounts
};

// Throws std::invalid_argument when there are not rows x columns cells.
std::string grid_svg(const grid_picture&);

// Cases plotted over two lengths, as a picture for a page: crosses fail, rings pass.
//
//   scatter_svg(b.cases, "exactly when columns > rows")      <figure><svg role="img">... 128 of 250 cases fail

// Empty if there are no points. `condition` is the text beside the picture.
std::string scatter_svg(const fuzz::case_scatter&, const std::string& condition);

}  // namespace tileproof::report
