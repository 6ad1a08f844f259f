// What the tile laws look at: the encoding as the reference sees it, and as the subject does.
#pragma once

#include "properties/law.hpp"
#include "properties/tile/tile_laws.hpp"
#include "reference/tile.hpp"

#include <string>

namespace tileproof::properties {

reference::tile physical_tile(const tile_encoding&);

// "L11 coverage: in tile R=[] .., X (2) is held .." from `what` = "X (2) is held ..".
verdict fail_tile(law_id law, const tile_encoding&, const std::string& what);

// Empty, or why the law says nothing about this encoding: it is not well made, or too large.
std::string not_judged(const tile_encoding&);

// "once", "3 times"
std::string say_times(long_index_t count);

}  // namespace tileproof::properties
