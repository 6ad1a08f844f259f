// SPDX-License-Identifier: MIT
// Edits of lengths, arguments and the base.
#include "fuzz/mutate/layout/edit_steps.hpp"
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

}  // namespace

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

}  // namespace tileproof::fuzz
