// SPDX-License-Identifier: MIT
// Malformed layouts, made by breaking one known rule of a valid layout.
//
//   random_malformed(from, 30)
//     rule "slice: end beyond the length", text "packed [4] -> {slice(0,5): 0 -> 0}", certain; the
//     refusal must name "slice"
//   or rule "text: two characters swapped", text "pakced [4]", not certain: some swaps do no harm
//   or rule "text: white space put in", text "packed [ 4]", not certain, and a description: no harm
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tileproof/layout_description.hpp>
#include <vector>

#include "properties/draw.hpp"
#include "properties/layout/generator/shape.hpp"

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

// The rules that malformed layouts break, for descriptions and for text, one entry each.
//
// Internal to malformed.cpp. To add a rule, add an entry: what is broken, the word that its refusal must contain, and
// the damage.

inline constexpr long_index_t largest_index = std::numeric_limits<long_index_t>::max();

// A valid layout and the lengths of its visible dims, for a rule to break.
struct victim {
    draw& from;
    layout_description layout;
    length_list lengths;

    int any_dim() { return static_cast<int>(from.below(std::ssize(lengths))); }
    long_index_t length_of(int dim) const { return lengths[static_cast<std::size_t>(dim)]; }

    // Puts a stage on top in which `item` takes `dim` (and makes as many dims as it lists in `upper`) and all other
    // dims pass.
    void put(int dim, item_description item) {
        stage_description stage;
        int next = 0;
        for (int d = 0; d < static_cast<int>(lengths.size()); ++d) {
            if (d == dim) {
                item.lower = {d};
                for (int& upper : item.upper) upper = next++;
                stage.items.push_back(item);
            } else {
                stage.items.push_back({transform_kind::pass, {}, {}, {d}, {next++}});
            }
        }
        layout.stages.push_back(std::move(stage));
    }
    // One lower and one upper dim.
    void put(int dim, transform_kind kind, length_list numbers) {
        put(dim, {kind, std::move(numbers), {}, {}, {0}});
    }
    // On a random dim.
    void put(transform_kind kind, length_list numbers) { put(any_dim(), kind, std::move(numbers)); }

    // A stage in which all dims pass and a new dim is made.
    void put_new(item_description item) {
        stage_description stage;
        int next = 0;
        for (int d = 0; d < static_cast<int>(lengths.size()); ++d)
            stage.items.push_back({transform_kind::pass, {}, {}, {d}, {next++}});
        for (int& upper : item.upper) upper = next++;
        stage.items.push_back(std::move(item));
        layout.stages.push_back(std::move(stage));
    }
    stage_description& put_pass() {
        put_new({transform_kind::pass, {}, {}, {0}, {0}});
        layout.stages.back().items.pop_back();
        return layout.stages.back();
    }
    long_index_t negative() { return -from.boundary(1, largest_index); }
    void make_naive() {
        if (layout.base.kind == base_kind::naive) return;
        layout.base = {
            base_kind::naive, layout.base.lengths, packed_strides(layout.base.lengths), {}, 0};
    }
};

struct description_rule {
    std::string_view name;
    std::string_view names;  // the word that its refusal must contain
    void (*apply)(victim&);
    bool on_top = false;  // broken only if nothing comes above
    bool untold = false;  // no text can express it
};

// Damage to the text of a valid layout.
enum class harm { certain, possible, none };  // no layout, perhaps one, the same one
struct text_rule {
    std::string_view name;
    harm does;
    void (*apply)(draw&, std::string&);
};

std::span<const description_rule> description_rules();
std::span<const text_rule> text_rules();

}  // namespace tileproof::properties
