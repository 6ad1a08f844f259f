// SPDX-License-Identifier: MIT
// Layouts just within the limits, and the first ones beyond them.
#include "properties/layout/generator/malformed.hpp"

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout_text.hpp>

#include <limits>
#include <numeric>

namespace tileproof::properties {
namespace {

using enum transform_kind;

layout_description packed_base(std::vector<long_index_t> lengths) {
    return {{base_kind::packed, std::move(lengths), {}, {}, 0}, {}};
}
layout_description under(layout_description base, item_description item) {
    base.stages.push_back({{std::move(item)}});
    return base;
}

layout_description with_dims(int count) {
    std::vector<long_index_t> lengths(static_cast<std::size_t>(count), 1);
    lengths.front() = 2;
    lengths.back() = 3;
    return packed_base(std::move(lengths));
}
layout_description split_in(int count) {
    std::vector<long_index_t> lengths(static_cast<std::size_t>(count), 1);
    lengths.front() = 2;
    lengths.back() = 3;
    std::vector<int> upper(lengths.size());
    std::iota(upper.begin(), upper.end(), 0);
    return under(packed_base({6}), {unmerge, std::move(lengths), {}, {0}, std::move(upper)});
}
layout_description with_transforms(int count) {
    layout_description layout = packed_base({2});
    for (int i = 0; i < count; ++i) layout = under(std::move(layout), {pass, {}, {}, {0}, {0}});
    return layout;
}
// Two lengths, two strides, and a table with the rest of the numbers.
layout_description with_arguments(int count) {
    std::vector<long_index_t> table(static_cast<std::size_t>(count) - 4, 1);
    const layout_description base{{base_kind::naive, {2}, {1}, {}, 0}, {}};
    return under(under(base, {embed, {2}, {1}, {0}, {0}}),
                 {gather, std::move(table), {}, {0}, {0}});
}
layout_description as_long_as(long_index_t length) {
    return under(packed_base({1}), {right_pad, {length - 1}, {}, {0}, {0}});
}

}  // namespace

std::vector<malformed_layout> cases_at_limits() {
    std::vector<malformed_layout> cases;
    const auto right = [&](layout_description layout) {
        std::string text = print_layout(layout);
        cases.push_back({"limits: within", std::move(text), false, "", std::move(layout)});
    };
    const auto wrong = [&](layout_description layout, std::string names) {
        std::string text = print_layout(layout);
        cases.push_back(
            {"limits: beyond", std::move(text), true, std::move(names), std::move(layout)});
    };
    right(with_dims(maximum_rank));
    wrong(with_dims(maximum_rank + 1), "lengths");
    right(split_in(maximum_rank));
    wrong(split_in(maximum_rank + 1), "dimensions");
    right(with_transforms(maximum_transforms));
    wrong(with_transforms(maximum_transforms + 1), "transforms");
    right(with_arguments(maximum_arguments));
    wrong(with_arguments(maximum_arguments + 1), "allowed");
    constexpr long_index_t largest = std::numeric_limits<long_index_t>::max();
    right(packed_base({largest}));
    right({{base_kind::naive, {1}, {largest}, {}, 0}, {}});
    right(as_long_as(largest - 1));
    wrong(as_long_as(largest), "right_pad");
    // Truncated to 32 bits that is dim 0.
    cases.push_back({"limits: beyond", "packed [2] -> {pass: 4294967296 -> 0}", true, "", {}});
    // The same transform by its other name.
    layout_description merged = under(packed_base({2, 3}), {merge, {}, {}, {0, 1}, {0}});
    cases.push_back(
        {"limits: within", "packed [2,3] -> {merge_magic: 0,1 -> 0}", false, "", merged});
    return cases;
}

}  // namespace tileproof::properties
