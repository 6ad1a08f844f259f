#include "properties/layout/generator/shape.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

constexpr long_index_t largest = long_index_t{1} << 62;

bool is_power_of_two(long_index_t n) { return n > 0 && (n & (n - 1)) == 0; }

bool none_negative(const length_list& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](long_index_t n) { return n >= 0; });
}

// 1 + the largest index that lengths and strides reach; 0 when a length is 0.
std::optional<long_index_t> reach(const length_list& lengths, const length_list& strides) {
    if (std::find(lengths.begin(), lengths.end(), 0) != lengths.end()) return 0;
    long_index_t last = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        long_index_t part = 0;
        if (__builtin_mul_overflow(lengths[i] - 1, strides[i], &part) ||
            __builtin_add_overflow(last, part, &last) || last >= largest)
            return {};
    }
    return last + 1;
}

// What a one-to-one item makes of its lower length; nothing when it breaks a rule.
std::optional<long_index_t> upper_length(transform_kind kind, const length_list& n,
                                         long_index_t lower) {
    using enum transform_kind;
    const auto arguments = n.size();
    switch (kind) {
        case pass:
            if (arguments == 0) return lower;
            break;
        case pad:
            if (arguments == 2 && none_negative(n) && n[0] < largest - lower &&
                n[1] < largest - lower - n[0])
                return lower + n[0] + n[1];
            break;
        case left_pad:
        case right_pad:
            if (arguments == 1 && none_negative(n) && n[0] < largest - lower) return lower + n[0];
            break;
        case slice:
            if (arguments == 2 && 0 <= n[0] && n[0] <= n[1] && n[1] <= lower) return n[1] - n[0];
            break;
        case modulo:
            if (arguments == 2 && 1 <= n[0] && n[0] <= lower && n[1] >= 0) return n[1];
            break;
        case offset:
            if (arguments == 1 && 0 <= n[0] && n[0] <= lower) return lower - n[0];
            break;
        case gather:
            if (arguments > 0 && std::all_of(n.begin(), n.end(),
                                             [&](long_index_t i) { return 0 <= i && i < lower; }))
                return static_cast<long_index_t>(arguments);
            break;
        default:
            break;
    }
    return {};
}

}  // namespace

std::optional<long_index_t> element_count(const length_list& lengths) {
    if (std::find(lengths.begin(), lengths.end(), 0) != lengths.end()) return 0;
    long_index_t count = 1;
    for (const long_index_t length : lengths)
        if (__builtin_mul_overflow(count, length, &count) || count > largest) return {};
    return count;
}

length_list packed_strides(const length_list& lengths) {
    length_list strides(lengths.size(), 1);
    for (std::size_t i = lengths.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<long_index_t>(lengths[i], 1);
    return strides;
}

bool upper_lengths(const item_description& item, const length_list& lower, length_list& upper) {
    using enum transform_kind;
    const length_list& n = item.arguments;
    const auto one = [&](std::optional<long_index_t> length) {
        if (length) upper.assign(1, *length);
        return length.has_value();
    };
    const auto these = [&](bool allowed, const length_list& lengths) {
        if (allowed) upper = lengths;
        return allowed;
    };
    switch (item.kind) {
        case merge:
        case merge_divmod:
            return n.empty() && !lower.empty() && one(element_count(lower));
        case unmerge:
            return these(
                lower.size() == 1 && !n.empty() && none_negative(n) && element_count(n) == lower[0],
                n);
        case embed: {
            if (lower.size() != 1 || n.empty() || item.strides.size() != n.size() ||
                !none_negative(n) || !none_negative(item.strides))
                return false;
            const auto reached = reach(n, item.strides);
            return these(reached && *reached <= lower[0], n);
        }
        case freeze:
            upper.clear();
            return lower.size() == 1 && n.size() == 1 && 0 <= n[0] && n[0] < lower[0];
        case insert:
            return these(lower.empty() && n.size() == 1 && n[0] >= 0, n);
        case replicate:
            return these(lower.empty() && !n.empty() && none_negative(n), n);
        case xor_:
            return these(lower.size() == 2 && n.empty() && is_power_of_two(lower[1]), lower);
        default:
            return lower.size() == 1 && one(upper_length(item.kind, n, lower[0]));
    }
}

std::optional<length_list> lengths_after(const stage_description& stage,
                                         const length_list& before) {
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
        if (!upper_lengths(item, lower, upper) || upper.size() != item.upper.size()) return {};
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
    for (const stage_description& stage : layout.stages) {
        auto after = lengths_after(stage, levels.back());
        if (!after) return {};
        levels.push_back(std::move(*after));
    }
    return levels;
}

}  // namespace tileproof::properties
