// SPDX-License-Identifier: MIT
// Layouts and tile distributions as grids for pictures.
//
//   layout_grid(layout::parse("packed [2,3]"), {})           cells 0 1 2 / 3 4 5, shaded by offset
//   layout_grid(layout::parse("packed [32,32]"), 4)          each cell with its bank: a column is 32 words of one bank
//   tile_grid(parse_tile("tile R=[1] H=[[2],[2]] P=[[1,2;0,0]] Y=[]"))   the holder and register of each element
//
// The last dim goes right, the others go down. Only the first 64 rows and columns are shown.
#pragma once

#include "command/options.hpp"
#include "report/grid_svg.hpp"

#include <optional>
#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_table.hpp>

namespace tileproof::properties {

// With an element size in bytes, shows LDS banks (32 of 4 bytes each), and describes the conflicts of 32 lanes that
// read along a row and along a column.
grid_picture layout_grid(const layout& l, std::optional<int> element_bytes);

grid_picture tile_grid(const tile_encoding& e);

// Writes the files that --svg and --html name; the page has `text` below the picture. Throws command_error.
void write_pictures(const explain_options& o, const grid_picture& picture, const std::string& text);

// The largest number of words that 32 lanes request from one bank when lane i requests `bytes[i]`. LDS and shared
// memory have 32 banks of 4 bytes; lanes that read the same word share the access.
int bank_conflict(const std::vector<long_index_t>& bytes);

}  // namespace tileproof::properties
