// SPDX-License-Identifier: MIT
// Edits of items and dims.
#include "fuzz/mutate/layout/edit_items.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "properties/layout/generator/layout_graph.hpp"

#include <algorithm>
#include <utility>

namespace tileproof::fuzz {
namespace {

using enum transform_kind;
using properties::draw;
using properties::fitted;
using properties::layout_graph;
using properties::length_list;

struct item_place {
    std::size_t stage, item;
};

// A place of an item, all alike; nothing when there is none.
std::optional<item_place> any_item(const layout_description& layout, draw& from) {
    std::size_t count = 0;
    for (const stage_description& stage : layout.stages) count += stage.items.size();
    if (count == 0) return {};
    auto n = static_cast<std::size_t>(from.below(static_cast<long_index_t>(count)));
    for (std::size_t s = 0;; ++s) {
        if (n < layout.stages[s].items.size()) return item_place{s, n};
        n -= layout.stages[s].items.size();
    }
}

const item_description& at(const layout_description& layout, item_place position) {
    return layout.stages[position.stage].items[position.item];
}

length_list lower_lengths(const layout_description& layout, item_place position) {
    const auto level = (*properties::lengths_of_levels(layout))[position.stage];
    length_list lengths;
    for (const int dim : at(layout, position).lower)
        lengths.push_back(level[static_cast<std::size_t>(dim)]);
    return lengths;
}

}  // namespace

maybe_layout replace_item(const layout_description& layout, draw& from) {
    const auto position = any_item(layout, from);
    if (!position) return {};
    const item_description& old = at(layout, *position);
    const auto upper = static_cast<int>(old.upper.size());
    const length_list lengths = lower_lengths(layout, *position);
    for (int tries = 0; tries < 8; ++tries) {
        stage_description stage = properties::random_stage(
            from, lengths, 2 * small_layouts.elements, std::max({upper, 1, int(lengths.size())}));
        int made = 0;
        for (const item_description& item : stage.items)
            made += static_cast<int>(item.upper.size());
        if (made != upper) continue;
        for (item_description& item : stage.items) {
            for (int& dim : item.lower) dim = old.lower[static_cast<std::size_t>(dim)];
            for (int& dim : item.upper) dim = old.upper[static_cast<std::size_t>(dim)];
        }
        layout_description changed = layout;
        auto& items = changed.stages[position->stage].items;
        const auto where = items.erase(items.begin() + static_cast<std::ptrdiff_t>(position->item));
        items.insert(where, stage.items.begin(), stage.items.end());
        return fitted(std::move(changed));
    }
    return {};
}

maybe_layout change_kind(const layout_description& layout, draw& from) {
    const auto position = any_item(layout, from);
    if (!position) return {};
    layout_description changed = layout;
    item_description& item = changed.stages[position->stage].items[position->item];
    auto& n = item.arguments;
    switch (item.kind) {
        case pad:
            item.kind = from.chance(50) ? left_pad : right_pad;
            n.resize(1);
            break;
        case left_pad:
        case right_pad:
            if (from.chance(50)) {
                item.kind = item.kind == left_pad ? right_pad : left_pad;
            } else {
                n.insert(from.chance(50) ? n.begin() : n.end(), from.boundary(0, 9));
                item.kind = pad;
            }
            break;
        case merge:
            item.kind = merge_divmod;
            break;
        case merge_divmod:
            item.kind = merge;
            break;
        case insert:
            item.kind = replicate;
            break;
        case replicate:
            if (n.size() != 1) return {};
            item.kind = insert;
            break;
        case slice:
            item.kind = offset;
            n.resize(1);
            break;
        case unmerge:
            item.strides = properties::packed_strides(n);
            item.kind = embed;
            break;
        case embed:
            if (item.lower.empty()) return {};
            item.strides.clear();
            item.kind = unmerge;
            break;
        case pass:
            item.kind = from.chance(50) ? left_pad : right_pad;
            n = {from.boundary(0, 9)};
            break;
        default:
            if (!properties::is_square(item.kind)) return {};
            std::swap(item.lower[0], item.lower[1]);
    }
    return fitted(std::move(changed));
}

maybe_layout pass_instead(const layout_description& layout, draw& from) {
    const auto position = any_item(layout, from);
    if (!position) return {};
    const item_description& item = at(layout, *position);
    if (item.lower.empty() || item.upper.empty() || item.kind == pass ||
        properties::is_square(item.kind))
        return {};
    layout_graph graph(layout);
    graph.make_pass(position->stage, position->item,
                    static_cast<std::size_t>(from.below(std::ssize(item.lower))),
                    static_cast<std::size_t>(from.below(std::ssize(item.upper))));
    return std::move(graph).description();
}

maybe_layout drop_item(const layout_description& layout, draw& from) {
    const auto position = any_item(layout, from);
    if (!position) return {};
    layout_graph graph(layout);
    graph.drop_item(position->stage, position->item);
    return std::move(graph).description();
}

maybe_layout borrow_item(const layout_description& first, const layout_description& second,
                         draw& from) {
    for (int tries = 0; tries < 8; ++tries) {
        const auto to = any_item(first, from), source = any_item(second, from);
        if (!to || !source) return {};
        const item_description &old = at(first, *to), &other = at(second, *source);
        if (old.lower.size() != other.lower.size() || old.upper.size() != other.upper.size())
            continue;
        layout_description changed = first;
        item_description& item = changed.stages[to->stage].items[to->item];
        item = other;
        item.lower = old.lower;
        item.upper = old.upper;
        return fitted(std::move(changed));
    }
    return {};
}

maybe_layout add_dim(const layout_description& layout, draw& from) {
    layout_description changed = layout;
    base_description& base = changed.base;
    const auto count = properties::element_count(base.lengths);
    if (!count || *count > small_layouts.elements) return {};
    const auto dim = static_cast<std::ptrdiff_t>(from.between(0, std::ssize(base.lengths)));
    base.lengths.insert(base.lengths.begin() + dim, from.boundary(1, 4));
    if (base.kind == base_kind::naive)
        base.strides.insert(base.strides.begin() + dim, from.chance(20)
                                                            ? from.boundary(0, 9)
                                                            : std::max<long_index_t>(*count, 1));
    int lower = static_cast<int>(dim);
    for (stage_description& stage : changed.stages) {
        std::size_t made = 0;
        for (const item_description& item : stage.items) made += item.upper.size();
        const int upper = static_cast<int>(from.between(0, static_cast<long_index_t>(made)));
        for (item_description& item : stage.items) {
            for (int& d : item.lower) d += d >= lower;
            for (int& d : item.upper) d += d >= upper;
        }
        stage.items.push_back({pass, {}, {}, {lower}, {upper}});
        lower = upper;
    }
    return fitted(std::move(changed));
}

maybe_layout drop_dim(const layout_description& layout, draw& from) {
    layout_graph graph(layout);
    const auto level = static_cast<std::size_t>(from.below(std::ssize(graph.levels)));
    if (graph.levels[level].empty()) return {};
    graph.drop(level, from.pick(graph.levels[level]));
    return std::move(graph).description();
}

maybe_layout reorder_dims(const layout_description& layout, draw& from) {
    layout_graph graph(layout);
    if (from.chance(40)) {  // the lower dims of a merge
        const auto position = any_item(layout, from);
        if (!position || at(layout, *position).lower.size() < 2) return {};
        from.shuffle(graph.stages[position->stage].items[position->item].lower);
        return std::move(graph).description();
    }
    const auto level = static_cast<std::size_t>(from.below(std::ssize(graph.levels)));
    if (level == 0 || graph.levels[level].size() < 2) return {};
    from.shuffle(graph.levels[level]);
    return std::move(graph).description();
}

}  // namespace tileproof::fuzz
