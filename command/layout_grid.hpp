// SPDX-License-Identifier: MIT
// Layouts and tile distributions as grids for pictures.
//
//   layout_grid(layout::parse("packed [2,3]"), {})           cells 0 1 2 / 3 4 5, shaded by offset
//   layout_grid(layout::parse("packed [32,32]"), 4)          each cell with its bank: a column is 32 words of one bank
//   tile_grid(parse_tile("tile R=[1] H=[[2],[2]] P=[[1,2;0,0]] Y=[]"))   the holder and register of each element
//
// The last dim goes right, the others go down. Only the first 64 rows and columns are shown.
#pragma once

#include <optional>
#include <string>
#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_table.hpp>
#include <vector>

#include "command/options.hpp"
#include "report/grid_svg.hpp"

namespace tileproof::command {

// How an index of a layout becomes an offset, transform by transform: data for the picture and the JSON.

// One transform, as in the four tuples.
struct walk_step {
    std::string transform;          // "unmerge(4,64)"
    int stage = 0;                  // 0: the base
    std::vector<int> lower, upper;  // hidden ids
    bool has_element = true;        // false: this pad has no element at the index
};

struct layout_walk {
    std::vector<walk_step> steps;       // the base first, as in the tuples
    std::vector<int> visible;           // hidden ids
    std::vector<long_index_t> lengths;  // of each hidden id
    // With an index: its hidden indices; nullopt below a pad without an element.
    std::vector<std::optional<long_index_t>> index;
};

// The walk of this index, or without one of the dims only. Throws layout_error for an index outside the layout.
layout_walk walk_of(const layout& l, const std::optional<std::vector<long_index_t>>& index);

// With an element size in bytes, shows LDS banks (32 of 4 bytes each), and describes the conflicts of 32 lanes that
// read along a row and along a column.
report::grid_picture layout_grid(const layout& l, std::optional<int> element_bytes);

report::grid_picture tile_grid(const tile_encoding& e);

// Writes the files that --svg and --html name; the page has `text` below the picture. Throws command_error.
void write_pictures(const explain_options& o, const report::grid_picture& picture,
                    const std::string& text);

// The largest number of words that 32 lanes request from one bank when lane i requests `bytes[i]`. LDS and shared
// memory have 32 banks of 4 bytes; lanes that read the same word share the access.
int bank_conflict(const std::vector<long_index_t>& bytes);

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

// At most 100 columns wide. Without an index, dims are shown with their lengths: "d3:4".
std::string picture_of(const layout_walk& walk);

}  // namespace tileproof::command
