// SPDX-License-Identifier: MIT
// The layout laws as properties: one row of a campaign each.
//
//   for (auto& p : layout_properties(dynamic_layouts())) list.push_back(std::move(p));
//   list[0]->name() == "layout/L1"       a case is {"layout": "packed [2,3] -> {merge: 0,1 -> 0}"}
#pragma once

#include "properties/layout/subject.hpp"
#include "properties/property.hpp"

#include <memory>

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

}  // namespace tileproof::properties
