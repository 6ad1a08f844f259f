// SPDX-License-Identifier: MIT
// Forwards to ck_tile.hpp, which has the whole core, for sources that include this part of CK Tile under its own
// name.
#pragma once

#include <tileproof/ck_tile.hpp>
