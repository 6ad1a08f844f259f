// SPDX-License-Identifier: MIT
// Forwards to ck_tile.hpp, for sources that include CK Tile's core under its own name.
#pragma once

#include <tileproof/ck_tile.hpp>
