// SPDX-License-Identifier: MIT
// For sources that include this part of CK Tile's core by its own name: ck_tile.hpp, which has all of it.
#pragma once

#include <tileproof/ck_tile.hpp>
