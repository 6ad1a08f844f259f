// SPDX-License-Identifier: MIT
// The rules of a layout's transforms: how many dimensions and arguments each takes, the rules of transforms/rules.hpp
// for their values, and the upper lengths that result.
//
//   unmerge(4,64) over lower length 256: upper lengths 4, 64
//   unmerge(4,60) over lower length 256: refused, because 4 * 60 is 240
#pragma once

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout/printer.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/transforms/rules.hpp>

#include <algorithm>
#include <span>

namespace tileproof::detail {

// The largest length of a layout; one more stands for lengths that do not fit.
inline constexpr long_index_t largest_length = too_large - 1;

// Why the counts of an item do not match its kind; empty if they do. `lower` and `upper` are its numbers of dims.
inline std::string count_mistake(const item_description& item, std::size_t lower,
                                 std::size_t upper) {
    if (static_cast<int>(item.kind) >= transform_kind_count)
        return "this is none of the transforms";
    const transform_shape shape = shape_of(item.kind);
    const auto miscounted = [](int expected, std::size_t count) {
        return expected == many ? count == 0 : count != static_cast<std::size_t>(expected);
    };
    const auto say_count = [](int expected, std::size_t count, const char* what) {
        return "it takes " + (expected == many ? "1 or more" : std::to_string(expected)) + " " +
               what + ", but " + std::to_string(count) + (count == 1 ? " is given" : " are given");
    };
    if (miscounted(shape.arguments, item.arguments.size()))
        return say_count(shape.arguments, item.arguments.size(), "arguments");
    if (miscounted(shape.lower, lower)) return say_count(shape.lower, lower, "lower dimensions");
    if (miscounted(shape.upper, upper)) return say_count(shape.upper, upper, "upper dimensions");
    if (shape.upper == many && upper != item.arguments.size())
        return "it makes one upper dimension for each of its " +
               std::to_string(item.arguments.size()) + " lengths, but names " +
               std::to_string(upper);
    if (shape.strided && item.strides.size() != item.arguments.size())
        return "there are " + std::to_string(item.strides.size()) + " strides for " +
               std::to_string(item.arguments.size()) + " lengths; give each length one stride";
    if (!shape.strided && !item.strides.empty()) return "it has no strides; leave them out";
    if (std::max(lower, upper) > static_cast<std::size_t>(maximum_rank))
        return "it has more than the " + std::to_string(maximum_rank) + " dimensions allowed";
    return "";
}

// How many upper dims an item makes, from its kind and arguments.
inline std::size_t upper_count_of(const item_description& item) {
    const int upper = shape_of(item.kind).upper;
    return upper == many ? item.arguments.size() : static_cast<std::size_t>(upper);
}

// open: the sides of its lower dimension, if it has one. requires the right counts
inline transform_facts facts_of_item(const item_description& item,
                                     std::span<const long_index_t> lower_lengths,
                                     open_sides open = {}) {
    transform_facts f;
    f.open = open;
    f.kind = item.kind;
    f.lower_rank = static_cast<int>(lower_lengths.size());
    f.upper_rank = static_cast<int>(upper_count_of(item));
    const transform_shape shape = shape_of(item.kind);
    const auto fill = [](auto& to, std::span<const long_index_t> from) {
        std::copy(from.begin(), from.end(), to.begin());
        return static_cast<int>(from.size());
    };
    if (with_kind(item.kind, [](auto k) { return transforms::keeps_lower_lengths<k.value>; }))
        f.length_count = fill(f.lengths, lower_lengths);
    if (shape.upper == many) {
        f.length_count = fill(f.lengths, item.arguments);
        fill(f.strides, item.strides);
    } else if (shape.listed) {
        const auto [least, greatest] =
            std::minmax_element(item.arguments.begin(), item.arguments.end());
        f.lengths[0] = static_cast<long_index_t>(item.arguments.size());
        f.length_count = 1;
        f.arguments = {*least, *greatest};
        f.argument_count = 2;
    } else {
        f.argument_count = fill(f.arguments, item.arguments);
    }
    return f;
}

inline long_index_t upper_length_of(const transform_facts& f, int i) {
    return with_kind(
        f.kind, [&](auto k) { return transforms::transform_book<k.value>::upper_length(f, i); });
}

// The first rule that an item breaks, given the lengths below it. If there is none, `upper` receives its upper
// lengths.
inline mistake find_mistake(const transform_facts& f, std::span<const long_index_t> lower_lengths,
                            std::vector<long_index_t>& upper) {
    const mistake negative = find_negative(f);
    if (negative.rule != transform_rule::none) return negative;
    const mistake own = with_kind(
        f.kind, [&](auto k) { return find_own_mistake<k.value>(f, lower_lengths.data(), false); });
    if (own.rule != transform_rule::none) return own;
    upper.resize(static_cast<std::size_t>(f.upper_rank));
    for (int i = 0; i < f.upper_rank; ++i) {
        const long_index_t length = upper_length_of(f, i);
        if (length > largest_length)
            return {transform_rule::length_fits_index, "its length", length};
        upper[static_cast<std::size_t>(i)] = length;
    }
    return {};
}

// The allowed values of argument i of an item, given the arguments after it: in slice(b,8), b may be 0 to 8. For a
// table: the allowed values of each entry. requires the right counts
inline transforms::argument_range range_of_argument(const item_description& item, int i,
                                                    std::span<const long_index_t> lower_lengths) {
    const transform_facts f = facts_of_item(item, lower_lengths);
    return with_kind(f.kind, [&](auto k) {
        return transforms::transform_book<k.value>::range(i, f, lower_lengths.data());
    });
}

// "the end of the slice is 9, but it must be from 0 to 8 for the lower length 8"
inline std::string say_mistake(const mistake& m, std::span<const long_index_t> lower_lengths) {
    const std::string is = std::string(m.what) + " is " + say(m.value) + ", but ";
    const std::string lower = lower_lengths.empty() ? "" : std::to_string(lower_lengths[0]);
    if (m.must != nullptr) return is + "must be " + m.must;
    if (m.rule == transform_rule::length_fits_index)
        return is + "must fit 64 bits; make lengths smaller";
    if (m.most == too_large) return is + "must not be negative";
    if (m.least == m.most && m.most == lower_lengths[0])
        return is + "must be the lower length " + lower;
    if (m.most < m.least) return is + "nothing is allowed, because the lower length is " + lower;
    return is + "it must be from " + std::to_string(m.least) + " to " + std::to_string(m.most) +
           " for the lower length " + lower;
}

struct item_position {
    int stage, item;  // from 1
};

// Sets `upper` to the lengths of an item's upper dimensions, in the order of item.upper.
// Errors: layout_error that names the stage, the item, its values and the rule.
inline void check_item(const item_description& item, std::span<const long_index_t> lower_lengths,
                       open_sides open, item_position at, std::vector<long_index_t>& upper) {
    std::string wrong = count_mistake(item, item.lower.size(), item.upper.size());
    if (wrong.empty()) {
        const transform_facts f = facts_of_item(item, lower_lengths, open);
        const mistake m = find_mistake(f, lower_lengths, upper);
        if (m.rule == transform_rule::none) return;
        wrong = say_mistake(m, lower_lengths);
    }
    std::string text = print_item(item);
    if (text.size() > 200) text = text.substr(0, 200) + "...";
    throw layout_error("Stage " + std::to_string(at.stage) + ", transform " +
                       std::to_string(at.item) + ", " + text + ": " + wrong + ".");
}

// The same without a sentence, for descriptions that are being built or changed: false if a rule is broken. Looks at
// the item's kind and numbers only; its dims may still be missing.
inline bool upper_lengths_of(const item_description& item,
                             std::span<const long_index_t> lower_lengths,
                             std::vector<long_index_t>& upper, open_sides open = {}) {
    if (!count_mistake(item, lower_lengths.size(), upper_count_of(item)).empty()) return false;
    return find_mistake(facts_of_item(item, lower_lengths, open), lower_lengths, upper).rule ==
           transform_rule::none;
}

}  // namespace tileproof::detail
