// SPDX-License-Identifier: MIT
// For sources that include CK Tile's core by its own name: ck_tile.hpp.
#pragma once

#include <tileproof/ck_tile.hpp>
