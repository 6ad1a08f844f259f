// SPDX-License-Identifier: MIT
// Lengths at which a user's launch changes: sizes of its blocks and grids, and how many elements a block takes. They are
// learned from launches of a few sizes of which no block runs, and drawn as the ends of tiles are.
//
//   add<<<min((n + 95) / 96, 64), 96>>>(...)      96, and 6144 = 64 * 96, beyond which the grid grows no more
//   n is then often 95, 96, 97, 193, 6143, 6145
#pragma once

#include "compiler/build/user_library.hpp"

#include <string>

namespace tileproof::properties {

// Of one test, as text; launches on this process's device cpu. To be called in a child process, as the code is a user's.
std::string launch_edges(const user_library&, std::size_t test);
// What launch_edges() said, into the test's declaration. Throws std::runtime_error when it is no such text.
void add_launch_edges(user_library&, std::size_t test, const std::string& text);

}  // namespace tileproof::properties
