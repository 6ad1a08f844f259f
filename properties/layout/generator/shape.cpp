// SPDX-License-Identifier: MIT
#include "properties/layout/generator/shape.hpp"

#include <tileproof/layout/rules.hpp>

#include <algorithm>

namespace tileproof::properties {
namespace {

constexpr long_index_t largest_count = long_index_t{1} << 62;

}  // namespace

std::optional<long_index_t> element_count(const length_list& lengths) {
    if (std::ranges::find(lengths, 0) != lengths.end()) return 0;
    long_index_t count = 1;
    for (const long_index_t length : lengths)
        if (__builtin_mul_overflow(count, length, &count) || count > largest_count) return {};
    return count;
}

length_list packed_strides(const length_list& lengths) {
    length_list strides(lengths.size(), 1);
    for (std::size_t i = lengths.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<long_index_t>(lengths[i], 1);
    return strides;
}

detail::open_sides open_sides_below(const item_description& item, const stage_description* below) {
    if (below != nullptr && item.lower.size() == 1)
        for (const item_description& pad : below->items)
            if (pad.upper == item.lower) return transforms::open_sides_of(pad.kind);
    return {};
}

bool upper_lengths(const item_description& item, const length_list& lower, length_list& upper,
                   detail::open_sides open) {
    // Beyond `largest_count` the sums and products of generators would not fit.
    return detail::upper_lengths_of(item, lower, upper, open) &&
           std::ranges::all_of(upper, [](long_index_t n) { return n <= largest_count; });
}

std::optional<length_list> lengths_after(const stage_description& stage, const length_list& before,
                                         const stage_description* below) {
    std::size_t count = 0, consumed = 0;
    for (const item_description& item : stage.items) count += item.upper.size();
    constexpr long_index_t not_made = -1;
    length_list after(count, not_made), lower, upper;
    std::vector<char> used(before.size(), 0);
    for (const item_description& item : stage.items) {
        lower.clear();
        for (const int dim : item.lower) {
            if (dim < 0 || dim >= static_cast<int>(before.size()) || used[dim]) return {};
            used[dim] = 1;
            ++consumed;
            lower.push_back(before[dim]);
        }
        if (!upper_lengths(item, lower, upper, open_sides_below(item, below)) ||
            upper.size() != item.upper.size())
            return {};
        for (std::size_t i = 0; i < upper.size(); ++i) {
            const int dim = item.upper[i];
            if (dim < 0 || dim >= static_cast<int>(count) || after[dim] != not_made) return {};
            after[dim] = upper[i];
        }
    }
    if (consumed != before.size()) return {};
    return after;
}

std::optional<std::vector<length_list>> lengths_of_levels(const layout_description& layout) {
    std::vector<length_list> levels;
    levels.reserve(layout.stages.size() + 1);
    levels.push_back(layout.base.lengths);
    const stage_description* below = nullptr;
    for (const stage_description& stage : layout.stages) {
        auto after = lengths_after(stage, levels.back(), below);
        if (!after) return {};
        levels.push_back(std::move(*after));
        below = &stage;
    }
    return levels;
}

}  // namespace tileproof::properties
