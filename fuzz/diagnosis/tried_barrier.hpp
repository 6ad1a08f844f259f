// SPDX-License-Identifier: MIT
// Is a barrier missing? The failing case of a race is run again as if one stood between its lines, and, where that is not
// enough, in front of the first of them, where the next round of a loop comes to it.
//
//   b.lines                         {14, 18}, of a race on shared memory `part`
//   try_barriers(b, property, the_case, 1)
//   b.barrier                       between: with one in front of line 18 nothing races, and the result is right
//   b.heading                       "Barrier missing between line 14 and line 18: race on shared memory `part`"
//
// Where no barrier mends it (two threads compute the same index), the heading stays "Race on ...".
#pragma once

#include "fuzz/finding/bug.hpp"
#include "properties/property.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::diagnosis {

// Of a property that runs on a device which watches accesses. In child processes, within so many seconds in all.
void try_barriers(fuzz::bug&, const properties::property&, const nlohmann::json& the_case,
                  double seconds);

}  // namespace tileproof::diagnosis
