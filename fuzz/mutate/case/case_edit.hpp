// SPDX-License-Identifier: MIT
// Random edits of cases, for the mutator of a fuzz target: any property's case in, another one out.
//
//   edited({"rows": 3, "columns": 4, "data": "special"}, p, from)
//     {"rows": 4, "columns": 4, "data": "special"}       a number becomes another
//     {"rows": 4, "columns": 3, "data": "special"}       two numbers change places
//     {"rows": 3, "columns": 4, "data": "coordinates"}   a value of a case that the property draws
//     {"rows": 1, "columns": 4, "data": "special"}       a step of the property's own minimizer
//
// Nothing here knows what a case means: that is the property's affair, which also refuses what makes
// no sense (bad_case, or K9 for the kernels).
#pragma once

#include "properties/draw.hpp"
#include "properties/property.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::fuzz {

// The largest number that an edit makes: a case of three such lengths is judged in about a second.
inline constexpr std::int64_t most_in_case = 72;

// A case that the property draws, of a small size.
nlohmann::json drawn_case(const properties::property& p, properties::draw& from);

nlohmann::json edited(const nlohmann::json& the_case, const properties::property& p,
                      properties::draw& from);

// The first case with some of its values taken from the second.
nlohmann::json crossed(const nlohmann::json& first, const nlohmann::json& second,
                       properties::draw& from);

}  // namespace tileproof::fuzz
