// SPDX-License-Identifier: MIT
// What the variables held that a wrong access computed its address of: the failing case is run once more, in a child
// process and on a device that watches accesses, which is asked to say it.
//
//   bug b = ...;                          // thread (1,1,0) writes out[row * pitch + column]
//   add_values(b, property, the_case, 1);
//   b.values                              {{"row", "3"}, {"pitch", "16"}, {"column", "17"}}
#pragma once

#include "fuzz/finding/bug.hpp"
#include "properties/property.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::diagnosis {

// Nothing is added where the device knows none, or the case does not show the access again. Where `seconds` were not
// enough, b.why_no_values says so.
void add_values(fuzz::bug& b, const properties::property&, const nlohmann::json& the_case,
                double seconds);

// Of a wrong value: b.writer, when this property watches accesses and its case shows a wrong value.
void add_writer(fuzz::bug& b, const properties::property&, const nlohmann::json& the_case,
                double seconds);

}  // namespace tileproof::diagnosis
