// SPDX-License-Identifier: MIT
// Parts of the failures of layout laws.
//
//   in_layout(parse_layout("packed [2,3]"), {1, 2})     where: index (1,2) in packed [2,3]
//   offset_or_none(5), offset_or_none(no_offset)        the facts 5 and nothing: "offset 5", "no element"
#pragma once

#include "properties/law_result.hpp"
#include "properties/layout/observed.hpp"

namespace tileproof::properties {

failure_place in_layout(const layout_description& layout, layout_index index = {});

fact offset_or_none(long_index_t offset);

// The kind of a wrong offset: missing_element, unexpected_element or wrong_value.
failure_kind kind_of_difference(long_index_t actual, long_index_t expected);

// The failure of a subject that refuses a valid layout; `why` is its message.
failure refused_layout(law_id law, const layout_description& layout, std::string why);

}  // namespace tileproof::properties
