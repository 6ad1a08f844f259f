// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed_rules.hpp"

#include <tileproof/layout/limits.hpp>

#include <algorithm>

namespace tileproof::properties {
namespace {

using enum transform_kind;

constexpr long_index_t largest = largest_index;
constexpr long_index_t two_to_31 = long_index_t{1} << 31, two_to_32 = long_index_t{1} << 32,
                       two_to_62 = long_index_t{1} << 62;

layout_description packed(length_list lengths) {
    return {{base_kind::packed, std::move(lengths), {}, {}, 0}, {}};
}
layout_description naive(length_list lengths, length_list strides,
                         std::optional<long_index_t> offset = {}) {
    return {{base_kind::naive, std::move(lengths), std::move(strides), offset, 0}, {}};
}

// The number of arguments of a transform of one dim.
std::size_t arguments_of(transform_kind kind) {
    return kind == pass ? 0 : kind == pad || kind == slice || kind == modulo ? 2 : 1;
}

// clang-format off
const description_rule broken_descriptions[] = {
    {"unmerge: product is not the lower length", "unmerge", [](victim& v) {
        const int dim = v.any_dim();
        const long_index_t length = v.length_of(dim);
        length_list factors{v.from.boundary(1, 70), 1};
        if (factors[0] == length) factors[v.from.chance(50)] += 1;
        if (factors[0] * factors[1] == length) factors[0] += 1;
        v.put(dim, {unmerge, factors, {}, {}, {0, 0}});
    }},
    {"unmerge: negative length", "unmerge", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, {unmerge, {-1, -v.length_of(dim)}, {}, {}, {0, 0}});
    }},
    {"unmerge: product overflows", "unmerge", [](victim& v) {
        v.put(v.any_dim(), {unmerge, {two_to_32, two_to_32}, {}, {}, {0, 0}});
    }},
    {"unmerge: other number of lengths than of upper dims", "unmerge", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, {unmerge, {v.length_of(dim), 1}, {}, {}, {0}});
    }},
    {"embed: reaches outside the lower length", "embed", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, {embed, {2, 1}, {v.length_of(dim) + v.from.boundary(0, 9), 1}, {}, {0, 0}});
    }},
    {"embed: negative stride", "embed", [](victim& v) {
        v.put(v.any_dim(), {embed, {1, 1}, {0, v.negative()}, {}, {0, 0}});
    }},
    {"embed: negative length", "embed", [](victim& v) {
        length_list lengths{0, v.negative()};
        if (v.from.chance(50)) std::swap(lengths[0], lengths[1]);
        v.put(v.any_dim(), {embed, std::move(lengths), {1, 1}, {}, {0, 0}});
    }},
    {"embed: reach overflows", "embed", [](victim& v) {
        v.put(v.any_dim(), {embed, {3, 3}, {two_to_62, 1}, {}, {0, 0}});
    }},
    {"embed: other number of strides than of lengths", "embed", [](victim& v) {
        v.put(v.any_dim(), {embed, {1, 1}, {1}, {}, {0, 0}});
    }},
    {"xor: second length is no power of two", "xor", [](victim& v) {
        static constexpr long_index_t lengths[] = {0, 3, 5, 6, 7, 9, 12, 31, 33, 65};
        v.layout = packed({v.from.boundary(0, 9), v.from.pick(lengths)});
        v.layout.stages.push_back({{{xor_, {}, {}, {0, 1}, {0, 1}}}});
    }},
    {"xor: one dim", "xor", [](victim& v) { v.put(xor_, {}); }},
    {"slice: begin is negative", "slice", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, slice, {v.negative(), v.length_of(dim)});
    }},
    {"slice: end beyond the length", "slice", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, slice, {0, v.length_of(dim) + v.from.boundary(1, largest / 2)});
    }},
    {"slice: begin behind the end", "slice", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, slice, {v.length_of(dim), v.length_of(dim) - v.from.boundary(1, 5)});
    }},
    {"freeze: index beyond the length", "freeze", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, {freeze, {v.length_of(dim) + v.from.boundary(0, 99)}, {}, {}, {}});
    }},
    {"freeze: negative index", "freeze", [](victim& v) {
        v.put(v.any_dim(), {freeze, {v.negative()}, {}, {}, {}});
    }},
    {"freeze: makes an upper dim", "freeze", [](victim& v) { v.put(freeze, {0}); }},
    {"modulo: m below 1", "modulo", [](victim& v) {
        v.put(modulo, {v.from.chance(50) ? 0 : v.negative(), 4});
    }},
    {"modulo: m beyond the length", "modulo", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, modulo, {v.length_of(dim) + v.from.boundary(1, 99), 4});
    }},
    {"modulo: negative length", "modulo", [](victim& v) { v.put(modulo, {1, v.negative()}); }},
    {"gather: entry beyond the length", "gather", [](victim& v) {
        const int dim = v.any_dim();
        length_list table(static_cast<std::size_t>(v.from.boundary(1, 9)), 0);
        table[static_cast<std::size_t>(v.from.below(std::ssize(table)))] =
            v.length_of(dim) + v.from.boundary(0, 99);
        v.put(dim, gather, table);
    }},
    {"gather: negative entry", "gather", [](victim& v) { v.put(gather, {0, v.negative()}); }},
    {"gather: no table", "gather", [](victim& v) { v.put(gather, {}); }},
    {"offset: beyond the length", "offset", [](victim& v) {
        const int dim = v.any_dim();
        v.put(dim, offset, {v.length_of(dim) + v.from.boundary(1, largest / 2)});
    }},
    {"offset: negative", "offset", [](victim& v) { v.put(offset, {v.negative()}); }},
    {"pad: negative", "pad", [](victim& v) {
        v.put(pad, v.from.chance(50) ? length_list{v.negative(), 9} : length_list{9, v.negative()});
    }},
    {"left_pad: negative", "left_pad", [](victim& v) { v.put(left_pad, {v.negative()}); }},
    {"right_pad: negative", "right_pad", [](victim& v) { v.put(right_pad, {v.negative()}); }},
    {"pad: length overflows", "pad", [](victim& v) { v.put(pad, {largest, largest}); }},
    {"left_pad: length overflows", "left_pad", [](victim& v) {
        v.put(left_pad, {1});
        v.lengths = lengths_after(v.layout.stages.back(), v.lengths).value();
        v.put(static_cast<int>(std::max_element(v.lengths.begin(), v.lengths.end()) -
                               v.lengths.begin()), left_pad, {largest});
    }},
    {"insert: negative", "insert", [](victim& v) {
        v.put_new({insert, {v.negative()}, {}, {}, {0}});
    }},
    {"insert: has a lower dim", "insert", [](victim& v) { v.put(insert, {3}); }},
    {"replicate: negative", "replicate", [](victim& v) {
        v.put_new({replicate, {2, v.negative()}, {}, {}, {0, 0}});
    }},
    {"merge: no lower dim", "merge", [](victim& v) { v.put_new({merge, {}, {}, {}, {0}}); }},
    {"merge: two upper dims", "merge", [](victim& v) {
        v.put(v.any_dim(), {merge, {}, {}, {}, {0, 0}});
    }},
    {"merge: product overflows", "merge", [](victim& v) {
        v.layout = naive({two_to_32, two_to_32}, {0, 0});
        v.layout.stages.push_back({{{merge, {}, {}, {0, 1}, {0}}}});
    }},
    {"arguments: one too many", "argument", [](victim& v) {
        static constexpr transform_kind kinds[] = {pass,  pad,    left_pad, right_pad,
                                                   slice, modulo, offset};
        const transform_kind kind = v.from.pick(kinds);
        v.put(kind, length_list(arguments_of(kind) + 1, 0));
    }},
    {"arguments: one too few", "argument", [](victim& v) {
        static constexpr transform_kind kinds[] = {pad, left_pad, right_pad, slice, modulo, offset};
        const transform_kind kind = v.from.pick(kinds);
        v.put(kind, length_list(arguments_of(kind) - 1, 0));
    }},
    {"dims: lower dim named twice", "lower", [](victim& v) {
        auto& items = v.put_pass().items;
        items.push_back({pass, {}, {}, {v.any_dim()}, {static_cast<int>(items.size())}});
    }},
    {"dims: lower dim left out", "lower", [](victim& v) {
        if (v.lengths.size() < 2) {
            v.put_new({insert, {2}, {}, {}, {0}});
            v.lengths.push_back(2);
        }
        auto& items = v.put_pass().items;
        items.erase(items.begin() + v.any_dim());
        int next = 0;
        for (item_description& item : items) item.upper = {next++};
    }},
    {"dims: lower dim that does not exist", "lower", [](victim& v) {
        auto& items = v.put_pass().items;
        const int rank = static_cast<int>(items.size());
        items.push_back({pass, {}, {}, {v.from.chance(80) ? rank : -1}, {rank}});
    }},
    {"dims: upper dim named twice", "upper", [](victim& v) {
        auto& items = v.put_pass().items;
        if (items.size() < 2) items.push_back({insert, {2}, {}, {}, {0}});
        items.front().upper[0] = items.back().upper[0] = v.from.chance(50) ? 0 : 1;
    }},
    {"dims: upper dims with a gap", "upper", [](victim& v) {
        auto& items = v.put_pass().items;
        items[static_cast<std::size_t>(v.any_dim())].upper[0] = static_cast<int>(items.size());
    }},
    {"dims: pass of two dims", "pass", [](victim& v) {
        v.layout = packed({2, 3});
        v.layout.stages.push_back({{{pass, {}, {}, {0, 1}, {0, 1}}}});
    }},
    {"stage: without transforms", "transform", [](victim& v) { v.layout.stages.push_back({}); }},
    {"rank: too many dims of the base", "lengths", [](victim& v) {
        v.layout = packed(length_list(maximum_rank + 1, 1));
    }},
    {"rank: too many dims after a stage", "dimension", [](victim& v) {
        const std::vector<int> upper(maximum_rank, 0);
        v.put_new({replicate, length_list(maximum_rank, 1), {}, {}, upper});
    }},
    {"size: too many transforms", "transforms", [](victim& v) {
        while (std::ssize(v.layout.stages) <= maximum_transforms) v.put_pass();
    }},
    {"size: number of indices overflows", "indices", [](victim& v) {
        v.layout = naive({two_to_32, two_to_31}, {0, 0});
    }, true},
    {"base: no lengths", "lengths", [](victim& v) { v.layout = {{}, {}}; }},
    {"base: negative length", "length", [](victim& v) {
        auto& lengths = v.layout.base.lengths;
        lengths[static_cast<std::size_t>(v.from.below(std::ssize(lengths)))] = v.negative();
    }},
    {"base: packed size overflows", "fit", [](victim& v) {
        v.layout = packed({two_to_32, 1, two_to_31});
    }},
    {"packed: has strides", "strides", [](victim& v) {
        v.layout.base = {base_kind::packed, v.layout.base.lengths, {1}, {}, 0};
    }, false, true},
    {"packed: has an offset", "offset", [](victim& v) {
        v.layout.base = {base_kind::packed, v.layout.base.lengths, {}, 1, 0};
    }, false, true},
    {"packed: has an alignment", "alignment", [](victim& v) {
        v.layout.base = {base_kind::packed, v.layout.base.lengths, {}, {}, v.from.chance(50) ? 8 : -1};
    }, false, true},
    {"pass: has a stride", "strides", [](victim& v) {
        v.put(v.any_dim(), {pass, {}, {1}, {}, {0}});
    }, false, true},
    {"naive: negative stride", "stride", [](victim& v) {
        v.make_naive();
        v.layout.base.strides.back() = v.negative();
    }},
    {"naive: one stride too many", "strides", [](victim& v) {
        v.make_naive();
        v.layout.base.strides.push_back(1);
    }},
    {"naive: one stride too few", "strides", [](victim& v) {
        v.make_naive();
        v.layout.base.strides.pop_back();
    }},
    {"naive: negative offset", "offset", [](victim& v) {
        v.make_naive();
        v.layout.base.offset = v.negative();
    }},
    {"naive: element space overflows", "element space", [](victim& v) {
        v.layout = naive({3, 2}, {two_to_62, 1});
    }},
    {"naive: offset overflows", "element space", [](victim& v) {
        v.layout = naive({2}, {1}, largest - v.from.below(2));
    }},
    {"aligned: alignment below 1", "alignment", [](victim& v) {
        v.layout.base = {base_kind::aligned, v.layout.base.lengths, {}, {},
                         v.from.chance(50) ? 0 : v.negative()};
    }},
    {"aligned: row overflows", "fit", [](victim& v) {
        v.layout = packed({3, two_to_62 + 1});
        v.layout.base.kind = base_kind::aligned;
        v.layout.base.alignment = two_to_62;
    }},
};
// clang-format on

}  // namespace

std::span<const description_rule> description_rules() { return broken_descriptions; }

}  // namespace tileproof::properties
