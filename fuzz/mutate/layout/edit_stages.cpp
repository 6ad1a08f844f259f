// SPDX-License-Identifier: MIT
// Edits of whole stages.
#include "fuzz/mutate/layout/edit_steps.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "properties/layout/generator/layout_graph.hpp"

#include <algorithm>

namespace tileproof::fuzz {
namespace {

using properties::draw;
using properties::fitted;
using properties::length_list;

// More stages and dims than this are not built up, whatever is inserted.
constexpr std::size_t most_stages = 8;
constexpr int most_dims = 6;

std::vector<length_list> levels_of(const layout_description& layout) {
    return *properties::lengths_of_levels(layout);
}

stage_description any_stage(const length_list& lengths, draw& from) {
    const int rank = std::max(static_cast<int>(lengths.size()), 1);
    return properties::random_stage(
        from, lengths, 2 * small_layouts.elements,
        std::min<int>(rank + static_cast<int>(from.below(3)), std::max(rank, most_dims)));
}

std::size_t dims_made(const stage_description& stage) {
    std::size_t made = 0;
    for (const item_description& item : stage.items) made += item.upper.size();
    return made;
}

}  // namespace

maybe_layout append_stage(const layout_description& layout, draw& from) {
    if (layout.stages.size() >= most_stages) return {};
    layout_description changed = layout;
    changed.stages.push_back(any_stage(levels_of(layout).back(), from));
    return changed;
}

maybe_layout insert_stage(const layout_description& layout, draw& from) {
    if (layout.stages.empty() || layout.stages.size() >= most_stages) return {};
    const auto s = from.below(std::ssize(layout.stages));
    const length_list lengths = levels_of(layout)[static_cast<std::size_t>(s)];
    for (int tries = 0; tries < 8; ++tries) {
        stage_description stage = any_stage(lengths, from);
        if (dims_made(stage) != lengths.size()) continue;  // the stages above need as many dims
        layout_description changed = layout;
        changed.stages.insert(changed.stages.begin() + s, std::move(stage));
        return fitted(std::move(changed));
    }
    return {};
}

maybe_layout repeat_stage(const layout_description& layout, draw& from) {
    if (layout.stages.empty() || layout.stages.size() >= most_stages) return {};
    const auto s = static_cast<std::size_t>(from.below(std::ssize(layout.stages)));
    const auto levels = levels_of(layout);
    if (levels[s].size() != levels[s + 1].size()) return {};
    layout_description changed = layout;
    changed.stages.insert(changed.stages.begin() + static_cast<std::ptrdiff_t>(s),
                          layout.stages[s]);
    return fitted(std::move(changed));
}

maybe_layout swap_stages(const layout_description& layout, draw& from) {
    if (layout.stages.size() < 2) return {};
    const auto s = static_cast<std::size_t>(from.below(std::ssize(layout.stages) - 1));
    const auto levels = levels_of(layout);
    if (levels[s].size() != levels[s + 1].size() || levels[s].size() != levels[s + 2].size())
        return {};
    layout_description changed = layout;
    std::swap(changed.stages[s], changed.stages[s + 1]);
    return fitted(std::move(changed));
}

maybe_layout skip_stage(const layout_description& layout, draw& from) {
    if (layout.stages.empty()) return {};
    const auto s = static_cast<std::size_t>(from.below(std::ssize(layout.stages)));
    const auto levels = levels_of(layout);
    if (levels[s].size() != levels[s + 1].size()) return {};
    layout_description changed = layout;
    changed.stages.erase(changed.stages.begin() + static_cast<std::ptrdiff_t>(s));
    return fitted(std::move(changed));
}

maybe_layout cut_stages(const layout_description& layout, draw& from) {
    if (layout.stages.empty()) return {};
    layout_description changed = layout;
    if (from.chance(50)) {
        changed.stages.resize(static_cast<std::size_t>(from.below(std::ssize(layout.stages))));
        return changed;
    }
    const auto s = static_cast<std::ptrdiff_t>(from.between(1, std::ssize(layout.stages)));
    changed.base = {base_kind::packed, levels_of(layout)[static_cast<std::size_t>(s)], {}, {}, 0};
    changed.stages.erase(changed.stages.begin(), changed.stages.begin() + s);
    return fitted(std::move(changed));
}

maybe_layout join_stages(const layout_description& first, const layout_description& second,
                         draw& from) {
    const auto below = levels_of(first), above = levels_of(second);
    for (int tries = 0; tries < 8; ++tries) {
        const auto cut = from.below(std::ssize(below)), join = from.below(std::ssize(above));
        if (below[static_cast<std::size_t>(cut)].size() !=
            above[static_cast<std::size_t>(join)].size())
            continue;
        layout_description child = first;
        child.stages.resize(static_cast<std::size_t>(cut));
        child.stages.insert(child.stages.end(), second.stages.begin() + join, second.stages.end());
        if (child.stages.size() > most_stages) continue;
        return fitted(std::move(child));
    }
    return {};
}

}  // namespace tileproof::fuzz
