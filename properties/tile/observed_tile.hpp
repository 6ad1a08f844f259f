// SPDX-License-Identifier: MIT
// What the tile laws compare: the encoding as the reference sees it, and as the subject does.
#pragma once

#include "properties/failure.hpp"
#include "properties/tile/tile_subject.hpp"
#include "reference/tile.hpp"

#include <string>

namespace tileproof::properties {

reference::tile physical_tile(const tile_encoding&);

// Register r of thread t: as a place, and as a holder in words, "thread 1, register 2".
failure_place in_register(const tile_encoding&, tile_holder);
fact holder_text(tile_holder);

// Empty, or why the law does not apply to this encoding: it is malformed or too large.
std::string not_judged(const tile_encoding&);

}  // namespace tileproof::properties
