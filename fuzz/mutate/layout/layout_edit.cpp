// SPDX-License-Identifier: MIT
#include "fuzz/mutate/layout/layout_edit.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "fuzz/mutate/layout/edit_items.hpp"
#include "fuzz/mutate/layout/layout_input.hpp"
#include "properties/layout/generator/layout_graph.hpp"

#include <tileproof/layout_text.hpp>

namespace tileproof::fuzz {
namespace {

using properties::draw;
using edit = std::optional<layout_description> (*)(const layout_description&, draw&);

struct weighted_edit {
    int weight;
    edit apply;
};

constexpr weighted_edit edits[] = {
    {20, resize_dim},  {14, change_argument}, {10, change_base},  {14, replace_item},
    {8, change_kind},  {10, append_stage},    {10, insert_stage}, {6, repeat_stage},
    {6, swap_stages},  {10, reorder_dims},    {5, drop_dim},      {4, drop_item},
    {5, pass_instead}, {4, skip_stage},       {4, cut_stages},    {6, add_dim},
};

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

using enum transform_kind;
using properties::layout_graph;

constexpr long_index_t far_numbers[] = {46341,
                                        65537,
                                        (long_index_t{1} << 31) - 1,
                                        long_index_t{1} << 31,
                                        (long_index_t{1} << 32) - 1,
                                        long_index_t{1} << 32,
                                        (long_index_t{1} << 32) + 1,
                                        long_index_t{1} << 40};

// A number in place of n: a neighbour, the double, the half, a boundary, rarely a vast one.
long_index_t another(long_index_t n, draw& from) {
    switch (from.weighted({25, 25, 10, 10, 28, 2})) {
        case 0:
            return n + 1;
        case 1:
            return std::max<long_index_t>(n - 1, 0);
        case 2:
            return n < far_numbers[7] ? 2 * n : n;
        case 3:
            return n / 2;
        case 4:
            return from.boundary(0, 40);
        default:
            return from.pick(far_numbers);
    }
}

// One of an item's or the base's numbers, which may be none.
bool change_one(std::vector<long_index_t>& numbers, draw& from) {
    if (numbers.empty()) return false;
    auto& number = numbers[static_cast<std::size_t>(from.below(std::ssize(numbers)))];
    number = another(number, from);
    return true;
}

std::size_t write(const layout_description& layout, std::span<std::uint8_t> out) {
    const std::string text = print_layout(layout);
    if (text.size() > out.size()) return 0;
    std::copy(text.begin(), text.end(), out.begin());
    remember(text, layout);
    return text.size();
}

}  // namespace

layout_description edited(const layout_description& layout, draw& from) {
    int weights[std::size(edits)];
    for (std::size_t i = 0; i < std::size(edits); ++i) weights[i] = edits[i].weight;
    // An edit that does not apply (no stage to drop) gives way to another one.
    for (int tries = 0; tries < 12; ++tries) {
        auto changed = edits[from.weighted(weights, std::size(edits))].apply(layout, from);
        if (changed && *changed != layout && usable(*changed)) return std::move(*changed);
    }
    return layout;
}

layout_description crossed(const layout_description& first, const layout_description& second,
                           draw& from) {
    for (int tries = 0; tries < 8; ++tries) {
        auto child =
            from.chance(60) ? join_stages(first, second, from) : borrow_item(first, second, from);
        if (child && *child != first && usable(*child)) return std::move(*child);
    }
    return edited(first, from);
}

// Edits of whole stages.

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

// Edits of lengths, arguments and the base.

maybe_layout resize_dim(const layout_description& layout, draw& from) {
    layout_graph graph(layout);
    const auto level = static_cast<std::size_t>(from.below(std::ssize(graph.levels)));
    if (graph.levels[level].empty()) return {};
    const auto lengths = (*properties::lengths_of_levels(layout))[level];
    const auto dim = static_cast<std::size_t>(from.below(std::ssize(lengths)));
    if (!graph.set_length(level, graph.levels[level][dim], another(lengths[dim], from))) return {};
    return std::move(graph).description();
}

maybe_layout change_argument(const layout_description& layout, draw& from) {
    if (layout.stages.empty()) return {};
    layout_description changed = layout;
    auto& items =
        from.chance(50)
            ? changed.stages.back().items
            : changed.stages[static_cast<std::size_t>(from.below(std::ssize(changed.stages)))]
                  .items;
    if (items.empty()) return {};
    item_description& item = items[static_cast<std::size_t>(from.below(std::ssize(items)))];
    if (item.kind == embed && from.chance(50)) {
        if (!change_one(item.strides, from)) return {};
    } else if (item.kind == gather && from.chance(30)) {
        auto& table = item.arguments;
        if (from.chance(50) && table.size() > 1)
            table.erase(table.begin() + from.below(std::ssize(table)));
        else if (table.size() < 64)
            table.push_back(from.pick(table));
    } else if (item.kind == slice && from.chance(40)) {  // the same length, elsewhere
        const long_index_t length = item.arguments[1] - item.arguments[0];
        item.arguments[0] = another(item.arguments[0], from);
        item.arguments[1] = item.arguments[0] + length;
    } else if (item.arguments.size() > 1 && from.chance(15)) {
        std::swap(item.arguments[0], item.arguments[1]);
    } else if (!change_one(item.arguments, from)) {
        return {};
    }
    return fitted(std::move(changed));
}

maybe_layout change_base(const layout_description& layout, draw& from) {
    layout_description changed = layout;
    base_description& base = changed.base;
    const auto count = properties::element_count(base.lengths);
    if (!count) return {};
    switch (from.weighted({20, 25, 15, 15, 15, 10})) {
        case 0:  // other lengths and strides, as many dims
            for (int tries = 0; tries < 8; ++tries) {
                base = properties::random_base(from, small_layouts.elements,
                                               static_cast<int>(layout.base.lengths.size()));
                if (base.lengths.size() == layout.base.lengths.size()) break;
            }
            break;
        case 1:
            if (base.kind != base_kind::naive)
                base = {base_kind::naive,
                        base.lengths,
                        properties::packed_strides(base.lengths),
                        {},
                        0};
            if (!change_one(base.strides, from)) return {};
            break;
        case 2:
            if (base.kind != base_kind::naive) return {};
            base.offset = another(base.offset.value_or(0), from);
            break;
        case 3:
            base = {base_kind::aligned, base.lengths, {}, {}, from.boundary(1, 40)};
            break;
        case 4:  // dims change places in memory
            if (base.kind != base_kind::naive || base.strides.size() < 2) return {};
            from.shuffle(base.strides);
            break;
        default:
            base = {base_kind::packed, base.lengths, {}, {}, 0};
    }
    return fitted(std::move(changed));
}

std::size_t mutate_layout(std::span<std::uint8_t> data, std::size_t size, std::uint64_t seed) {
    properties::draw from{seed};
    layout_description layout = layout_of(data.first(size));
    do {
        layout = edited(layout, from);
    } while (from.chance(35));  // mostly one edit or two
    if (const std::size_t written = write(layout, data)) return written;
    return write(layout_of(data.first(size)), data);
}

std::size_t cross_layouts(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second,
                          std::span<std::uint8_t> out, std::uint64_t seed) {
    properties::draw from{seed};
    return write(crossed(layout_of(first), layout_of(second), from), out);
}

}  // namespace tileproof::fuzz
