// SPDX-License-Identifier: MIT
// `tileproof explain 'tile ...'`: a table of which thread holds which element of a tile distribution.
#pragma once

#include "command/options.hpp"

#include <string_view>

namespace tileproof::command {

// Whether the text begins with the word "tile".
bool is_tile_text(std::string_view text);

// The table of tile_table.hpp; with `at`, the holders of that X; with `json`, the figures as an object. Throws
// command_error.
int explain_tile(const explain_options&);

}  // namespace tileproof::command
