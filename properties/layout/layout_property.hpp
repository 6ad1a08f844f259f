// SPDX-License-Identifier: MIT
// The layout laws as properties: one row of a campaign each.
//
//   for (auto& p : layout_properties(dynamic_layouts())) list.push_back(std::move(p));
//   list[0]->name() == "layout/L1"       a case is {"layout": "packed [2,3] -> {merge: 0,1 -> 0}"}
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tileproof/layout_description.hpp>

#include "properties/layout/subject.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

// L1 to L5, L7, L9 and L10 on random valid layouts, and L13 on malformed ones. The subject must outlive the
// properties.
property_list layout_properties(const layout_subject& subject);

// One of L1 to L5, L7, L9, L10.
std::unique_ptr<property> layout_property(law_id law, const layout_subject& subject);

// The subject of a property of layouts; null if it is about something else.
const layout_subject* layouts_of(const property&);

// L13.
std::unique_ptr<property> refusal_property(const layout_subject& subject);

// Layout descriptions as JSON, for cases that layout text cannot express (a malformed description may have three
// strides for two lengths); and texts of arbitrary bytes as JSON strings.
//
//   {"base": {"kind": "naive", "lengths": [3,4], "strides": [8,1], "offset": null, "alignment": 0},
//    "stages": [[{"kind": "merge", "arguments": [], "strides": [], "lower": [0,1], "upper": [0]}]]}

nlohmann::json layout_to_json(const layout_description&);

// Throws bad_case with a sentence if the value is not such an object.
layout_description layout_from_json(const nlohmann::json&);

// Each byte becomes the character of the same number, because JSON strings hold characters; ASCII is unchanged.
// bytes_from_json_text throws bad_case for a character above 255.
std::string bytes_to_json_text(std::string_view bytes);
std::string bytes_from_json_text(std::string_view text);

}  // namespace tileproof::properties
