// SPDX-License-Identifier: MIT
#include "properties/layout/generator/shape.hpp"
#include "properties/layout/generator/smaller.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

using enum transform_kind;

constexpr long_index_t heaviest = long_index_t{1} << 62;

void weigh(long_index_t& sum, long_index_t n) {
    if (__builtin_add_overflow(sum, n, &sum) || sum > heaviest) sum = heaviest;
}

// The plainness of kinds with nearly the same meaning.
int rank_of_kind(transform_kind kind) {
    switch (kind) {
        case pass:
            return 0;
        case pad:
        case merge_divmod:
        case replicate:
            return 3;
        case left_pad:
            return 2;
        default:
            return 1;
    }
}

bool does_nothing(const stage_description& stage) {
    return std::all_of(stage.items.begin(), stage.items.end(), [](const item_description& i) {
        return i.kind == pass && i.lower == i.upper;
    });
}

}  // namespace

std::vector<long_index_t> weight(const layout_description& layout) {
    long_index_t transforms = 0, items = 0, dims = std::ssize(layout.base.lengths), numbers = 0;
    long_index_t zeros = 0, lengths = 0, kinds = 0;
    long_index_t values = layout.base.offset ? 1 : 0;  // one of 0 is more than none
    weigh(values, layout.base.offset.value_or(0));
    for (const long_index_t n : layout.base.strides) weigh(values, n);
    weigh(values, layout.base.alignment);
    std::vector<long_index_t> order;  // what is equal in all sums is decided place by place
    const auto append = [&](const auto& list) {
        order.insert(order.end(), list.begin(), list.end());
    };
    append(layout.base.lengths);
    append(layout.base.strides);
    for (const stage_description& stage : layout.stages) {
        items += std::ssize(stage.items);
        transforms += does_nothing(stage);  // turned dims are plainer: they are there for something
        for (const item_description& item : stage.items) {
            transforms += item.kind != pass;
            kinds += rank_of_kind(item.kind);
            dims += std::ssize(item.upper);
            numbers += std::ssize(item.arguments);
            for (const long_index_t n : item.arguments) weigh(values, n);
            for (const long_index_t n : item.strides) weigh(values, n);
            append(item.lower);
            append(item.upper);
            append(item.arguments);
            append(item.strides);
        }
    }
    if (const auto levels = lengths_of_levels(layout))
        for (const length_list& level : *levels)
            for (const long_index_t length : level) {
                zeros += length == 0;
                weigh(lengths, length);
            }
    static constexpr int base_rank[] = {0, 2, 1};
    std::vector<long_index_t> result{std::ssize(layout.stages),
                                     transforms,
                                     items,
                                     dims,
                                     numbers,
                                     zeros,
                                     lengths,
                                     base_rank[static_cast<std::size_t>(layout.base.kind)],
                                     kinds,
                                     values};
    result.insert(result.end(), order.begin(), order.end());
    return result;
}

}  // namespace tileproof::properties
