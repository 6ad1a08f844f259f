// SPDX-License-Identifier: MIT
// Lengths at which a user's launch changes: sizes of its blocks and grids, and elements per block. They are learned
// from launches of a few sizes that run no block, and drawn like the ends of tiles.
//
//   add<<<min((n + 95) / 96, 64), 96>>>(...)      96, and 6144 = 64 * 96, beyond which the grid stops growing
//   n is then often 95, 96, 97, 193, 6143, 6145
#pragma once

#include "compiler/build/user_library.hpp"

#include <string>

namespace tileproof::properties {

// For one test, as text; launches on this process's device cpu. Call it in a child process, because it runs the
// user's code.
std::string launch_edges(const compiler::user_library&, std::size_t test);
// Adds the result of launch_edges() to the test's declaration. Throws std::runtime_error if the text is malformed.
void add_launch_edges(compiler::user_library&, std::size_t test, const std::string& text);

}  // namespace tileproof::properties
