// SPDX-License-Identifier: MIT
#include "properties/layout/generator/layout_graph.hpp"

#include <tileproof/layout/rules.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tileproof::properties {
namespace {

using enum transform_kind;

template <class Value>
std::size_t place_of(const std::vector<Value>& values, Value value) {
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

template <class Value>
void erase_at(std::vector<Value>& values, std::size_t position) {
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(position));
}

bool contains(const std::vector<int>& ids, int id) {
    return std::ranges::find(ids, id) != ids.end();
}

// 0 if it does not fit in 64 bits: as with a factor of 0, no length equals this product.
long_index_t product_without(const length_list& lengths, std::size_t left_out) {
    long_index_t product = 1;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (i != left_out && __builtin_mul_overflow(product, lengths[i], &product)) return 0;
    return product;
}

// Makes the factors of an unmerge multiply to `length`, by changing one of them if possible.
void repair_factors(length_list& factors, long_index_t length) {
    const long_index_t product = product_without(factors, factors.size());
    const bool has_zero = std::ranges::find(factors, 0) != factors.end();
    if (product == length && (product != 0 || has_zero)) return;
    for (std::size_t k = factors.size(); k-- > 0;) {
        const long_index_t others = product_without(factors, k);
        if (others == 0 || length % others != 0) continue;
        factors[k] = length / others;
        return;
    }
    std::ranges::fill(factors, 1);
    factors.back() = length;
}

// Shortens the dims of an embed until it stays within `length`.
void repair_reach(length_list& lengths, const length_list& strides, long_index_t length) {
    if (std::ranges::find(lengths, 0) != lengths.end()) return;
    if (length == 0) {
        lengths.front() = 0;
        return;
    }
    long_index_t reach = length - 1;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        if (strides[k] <= 0) continue;  // below a negative one there is a pad, or it is refused
        lengths[k] = std::min(lengths[k], reach / strides[k] + 1);
        reach -= (lengths[k] - 1) * strides[k];
    }
}

// Clamps the arguments to the lower lengths. Whatever cannot be repaired is left for upper_lengths to refuse.
void repair(item_description& item, const length_list& lower) {
    length_list& n = item.arguments;
    const transform_shape shape = shape_of(item.kind);
    switch (item.kind) {
        case unmerge:
            return repair_factors(n, lower[0]);
        case embed:
            return repair_reach(n, item.strides, lower[0]);
        default:
            break;
    }
    if (shape.upper == many || n.empty()) return;
    // From the last to the first, because one may limit those before it.
    for (std::size_t i = n.size(); i-- > 0;)
        n[i] = std::min(n[i], detail::range_of_argument(item, static_cast<int>(i), lower).most);
}

bool changes_nothing(const stage_description& stage) {
    return std::ranges::all_of(stage.items, [](const item_description& item) {
        return item.kind == pass && item.lower == item.upper;
    });
}

}  // namespace

layout_graph::layout_graph(const layout_description& layout)
    : base(layout.base), stages(layout.stages) {
    int next = 0;
    levels.emplace_back(base.lengths.size());
    std::iota(levels[0].begin(), levels[0].end(), next);
    next += static_cast<int>(base.lengths.size());
    for (stage_description& stage : stages) {
        std::size_t made = 0;
        for (item_description& item : stage.items) {
            for (int& dim : item.lower) dim = levels.back()[static_cast<std::size_t>(dim)];
            for (int& dim : item.upper) dim += next;
            made += item.upper.size();
        }
        levels.emplace_back(made);
        std::iota(levels.back().begin(), levels.back().end(), next);
        next += static_cast<int>(made);
    }
    const std::vector<length_list> lengths = lengths_of_levels(layout).value();
    for (const length_list& level : lengths)
        m_lengths.insert(m_lengths.end(), level.begin(), level.end());
}

std::optional<layout_description> fitted(layout_description layout) {
    if (layout.base.lengths.empty()) return {};
    length_list lengths = layout.base.lengths, lower;
    const stage_description* below = nullptr;
    for (stage_description& stage : layout.stages) {
        for (item_description& item : stage.items) {
            lower.clear();
            for (const int dim : item.lower)
                lower.push_back(lengths[static_cast<std::size_t>(dim)]);
            repair(item, lower);
        }
        auto after = lengths_after(stage, lengths, below);
        if (!after) return {};
        lengths = std::move(*after);
        below = &stage;
    }
    std::erase_if(layout.stages, changes_nothing);
    return layout;
}

std::optional<layout_description> layout_graph::description() && {
    layout_description result{std::move(base), std::move(stages)};
    for (std::size_t s = 0; s < result.stages.size(); ++s)
        for (item_description& item : result.stages[s].items) {
            for (int& dim : item.lower) dim = static_cast<int>(place_of(levels[s], dim));
            for (int& dim : item.upper) dim = static_cast<int>(place_of(levels[s + 1], dim));
        }
    return fitted(std::move(result));
}

std::optional<layout_description> layout_graph::description() const& {
    layout_graph copy = *this;
    return std::move(copy).description();
}

item_description* layout_graph::maker(std::size_t level, int id) {
    for (item_description& item : stages[level - 1].items)
        if (contains(item.upper, id)) return &item;
    return nullptr;
}

item_description* layout_graph::taker(std::size_t level, int id) {
    for (item_description& item : stages[level].items)
        if (contains(item.lower, id)) return &item;
    return nullptr;
}

void layout_graph::forget(std::size_t level, int id) {
    const std::size_t position = place_of(levels[level], id);
    erase_at(levels[level], position);
    if (level > 0) return;
    erase_at(base.lengths, position);
    if (base.kind == base_kind::naive) erase_at(base.strides, position);
}

void layout_graph::erase_item(std::size_t stage, const item_description* item) {
    erase_at(stages[stage].items, static_cast<std::size_t>(item - stages[stage].items.data()));
}

void layout_graph::drop(std::size_t level, int id) {
    drop_above(level, id);
    drop_below(level, id);
}

void layout_graph::drop_below(std::size_t level, int id) {
    forget(level, id);
    if (level == 0) return;
    item_description* item = maker(level, id);
    if (item == nullptr) return;
    const std::size_t position = place_of(item->upper, id);
    if (is_square(item->kind)) {  // the other dim passes on
        const int lower = item->lower[position];
        erase_at(item->upper, position);
        erase_at(item->lower, position);
        item->kind = pass;
        return drop_below(level - 1, lower);
    }
    if (item->upper.size() > 1) {
        erase_at(item->upper, position);
        erase_at(item->arguments, position);
        if (item->kind == embed) erase_at(item->strides, position);
        if (item->kind == unmerge)
            set_length(level - 1, item->lower[0],
                       product_without(item->arguments, item->arguments.size()));
        return;
    }
    const std::vector<int> lower = item->lower;
    erase_item(level - 1, item);
    for (const int dim : lower) drop_below(level - 1, dim);
}

void layout_graph::drop_above(std::size_t level, int id) {
    if (level == stages.size()) return;
    item_description* item = taker(level, id);
    if (item == nullptr) return;
    const std::size_t position = place_of(item->lower, id);
    if (item->lower.size() > 1) {
        erase_at(item->lower, position);
        if (!is_square(item->kind)) return;  // merge: of the others
        const int upper = item->upper[position];
        erase_at(item->upper, position);
        item->kind = pass;
        drop_above(level + 1, upper);
        return forget(level + 1, upper);
    }
    const std::vector<int> upper = item->upper;
    erase_item(level, item);
    for (const int dim : upper) {
        drop_above(level + 1, dim);
        forget(level + 1, dim);
    }
}

bool layout_graph::set_length(std::size_t level, int id, long_index_t length) {
    if (length < 0) return false;
    m_lengths[static_cast<std::size_t>(id)] = length;
    if (level == 0) {
        base.lengths[place_of(levels[0], id)] = length;
        return true;
    }
    item_description* item = maker(level, id);
    if (item == nullptr) return false;
    length_list& n = item->arguments;
    const std::size_t position = place_of(item->upper, id);
    switch (item->kind) {
        default:  // its upper lengths are its lower ones
            return set_length(level - 1, item->lower[position], length);
        case pad:
            return set_length(level - 1, item->lower[0], length - n[0] - n[1]);
        case left_pad:
        case right_pad:
            return set_length(level - 1, item->lower[0], length - n[0]);
        case offset:
            return set_length(level - 1, item->lower[0], length + n[0]);
        case slice:
            n[1] = n[0] + length;
            return set_length(level - 1, item->lower[0], n[1]);
        case modulo:
            n[1] = length;
            return true;
        case gather:
            if (length == 0 || length > std::ssize(n)) return false;
            n.resize(static_cast<std::size_t>(length));
            return true;
        case insert:
        case replicate:
        case embed:
            n[position] = length;
            return true;
        case unmerge:
            n[position] = length;
            return set_length(level - 1, item->lower[0], product_without(n, n.size()));
        case merge:
        case merge_divmod: {
            length_list lower;
            for (const int dim : item->lower)
                lower.push_back(m_lengths[static_cast<std::size_t>(dim)]);
            for (std::size_t k = lower.size(); k-- > 0;) {
                const long_index_t others = product_without(lower, k);
                if (others > 0 && length % others == 0)
                    return set_length(level - 1, item->lower[k], length / others);
            }
            return false;
        }
        case freeze:
            return false;
    }
    return false;
}

void layout_graph::make_pass(std::size_t stage, std::size_t item, std::size_t lower,
                             std::size_t upper) {
    item_description& old = stages[stage].items[item];
    std::vector<int> unused_lower = old.lower, unused_upper = old.upper;
    const int from = old.lower[lower], to = old.upper[upper];
    erase_at(unused_lower, lower);
    erase_at(unused_upper, upper);
    old = {pass, {}, {}, {from}, {to}};
    for (const int dim : unused_lower) drop_below(stage, dim);
    for (const int dim : unused_upper) {
        drop_above(stage + 1, dim);
        forget(stage + 1, dim);
    }
}

void layout_graph::drop_item(std::size_t stage, std::size_t item) {
    const item_description old = stages[stage].items[item];
    erase_at(stages[stage].items, item);
    for (const int dim : old.lower) drop_below(stage, dim);
    for (const int dim : old.upper) {
        drop_above(stage + 1, dim);
        forget(stage + 1, dim);
    }
}

void layout_graph::skip_stage(std::size_t stage) {
    stages[stage].items.clear();
    for (std::size_t i = 0; i < levels[stage].size(); ++i)
        stages[stage].items.push_back({pass, {}, {}, {levels[stage][i]}, {levels[stage + 1][i]}});
}

}  // namespace tileproof::properties
