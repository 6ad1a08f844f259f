// SPDX-License-Identifier: MIT
#include "command/walk.hpp"

namespace tileproof::command {
namespace {

bool is_pad(const item_description& item) {
    return item.kind == transform_kind::pad || item.kind == transform_kind::left_pad ||
           item.kind == transform_kind::right_pad;
}

// Whether the pad `item` has an element at the upper index u of length U.
bool has_element(const item_description& item, long_index_t u, long_index_t length) {
    switch (item.kind) {
        case transform_kind::pad:
            return u >= item.arguments[0] && u < length - item.arguments[1];
        case transform_kind::left_pad:
            return u >= item.arguments[0];
        case transform_kind::right_pad:
            return u < length - item.arguments[0];
        default:
            return true;
    }
}

// From the top down. At the first pad without an element the evaluation ends, and everything below it or not yet
// computed has no value.
void evaluate(layout_walk& walk, const std::vector<const item_description*>& items,
              const std::vector<long_index_t>& hidden) {
    walk.index.assign(walk.lengths.size(), std::nullopt);
    for (const int id : walk.visible) walk.index[id] = hidden[id];
    for (std::size_t i = walk.steps.size(); i-- > 0;) {
        walk_step& step = walk.steps[i];
        if (items[i] && is_pad(*items[i]) &&
            !has_element(*items[i], hidden[step.upper[0]], walk.lengths[step.upper[0]])) {
            step.has_element = false;
            return;
        }
        for (const int id : step.lower) walk.index[id] = hidden[id];
    }
}

}  // namespace

layout_walk walk_of(const layout& l, const std::optional<std::vector<long_index_t>>& index) {
    const layout_tuples tuples = l.tuples();
    layout_walk walk;
    walk.visible = tuples.visible_dimension_ids;
    walk.lengths = l.hidden_lengths();
    std::vector<const item_description*> items;
    std::vector<int> stages;
    int stage = 0;
    for (const stage_description& s : l.description().stages) {
        ++stage;
        for (const item_description& item : s.items) {
            items.push_back(&item);
            stages.push_back(stage);
        }
    }
    // Before the items comes the base: one transform, or two with an offset.
    const std::size_t base = tuples.transforms.size() - items.size();
    items.insert(items.begin(), base, nullptr);
    stages.insert(stages.begin(), base, 0);
    for (std::size_t i = 0; i < tuples.transforms.size(); ++i)
        walk.steps.push_back({tuples.transforms[i], stages[i], tuples.lower_dimension_ids[i],
                              tuples.upper_dimension_ids[i], true});
    if (index) evaluate(walk, items, l.hidden_index(*index));
    return walk;
}

}  // namespace tileproof::command
