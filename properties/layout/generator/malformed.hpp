// SPDX-License-Identifier: MIT
// Malformed layouts, made by breaking one known rule of a valid layout.
//
//   random_malformed(from, 30)
//     rule "slice: end beyond the length", text "packed [4] -> {slice(0,5): 0 -> 0}", certain; the
//     refusal must name "slice"
//   or rule "text: two characters swapped", text "pakced [4]", not certain: some swaps do no harm
//   or rule "text: white space put in", text "packed [ 4]", not certain, and a description: no harm
#pragma once

#include "properties/draw.hpp"

#include <tileproof/layout_description.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct malformed_layout {
    std::string rule;  // "group: what is broken", also the label of the case
    std::string text;
    bool certain = true;  // no reading of it is a layout; false: it may happen to be one
    std::string names;    // a word that the refusal must contain; empty: any sentence will do
    // If the damage is in the description too, not only in the text: the description. For harmless damage: what the
    // text says.
    std::optional<layout_description> description = {};
};

// The rules that can be broken, in the order of malformed_layout::rule.
std::span<const std::string_view> malformed_rules();

// Breaks a random rule, or the given rule, of a random layout.
malformed_layout random_malformed(draw& from, int size);
malformed_layout break_rule(draw& from, int size, std::size_t rule);

// Layouts at the limits of layout/limits.hpp and of 64 bits, and malformed ones just beyond them.
std::vector<malformed_layout> cases_at_limits();

}  // namespace tileproof::properties
