// The sentences of failed layout laws.
#pragma once

#include "properties/law.hpp"
#include "properties/layout/observed.hpp"

#include <string>

namespace tileproof::properties {

// "L1 bounds: in packed [2,3], index (1,2) has offset 6 ..." from `what` = "index (1,2) has ...".
std::string sentence(law_id law, const layout_description& layout, const std::string& what);

// "offset 7", or "no element".
std::string say_offset(long_index_t offset);

}  // namespace tileproof::properties
