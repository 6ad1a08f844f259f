// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed.hpp"

#include <algorithm>
#include <numeric>
#include <tileproof/layout/limits.hpp>
#include <tileproof/layout_text.hpp>

#include "properties/layout/generator/layout_generator.hpp"

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

std::size_t any_place(draw& from, const std::string& text) {
    return static_cast<std::size_t>(from.below(std::ssize(text)));
}

// A position of one of the characters; requires that there is one.
std::size_t place_of_any(draw& from, const std::string& text, std::string_view characters) {
    const std::size_t start = any_place(from, text);
    const std::size_t found = text.find_first_of(characters, start);
    return found != std::string::npos ? found : text.find_last_of(characters, start);
}

constexpr std::string_view digits = "0123456789";

// clang-format off
const text_rule broken_texts[] = {
    {"text: foreign character", harm::certain, [](draw& from, std::string& text) {
        static constexpr char foreign[] = {'@',    '#',    '$', '!', '\0', '\x7f',
                                           '\xff', '\xc3', '"', '.', '*'};
        text.insert(text.begin() + from.between(0, std::ssize(text)), from.pick(foreign));
    }},
    {"text: bracket left out", harm::certain, [](draw& from, std::string& text) {
        text.erase(place_of_any(from, text, "[]{}()"), 1);
    }},
    {"text: number beyond 64 bits", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view numbers[] = {
            "9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "123456789012345678901234567890"};
        std::size_t first = place_of_any(from, text, digits), last = first;
        while (first > 0 && digits.find(text[first - 1]) != std::string_view::npos) --first;
        while (last < text.size() && digits.find(text[last]) != std::string_view::npos) ++last;
        if (first > 0 && text[first - 1] == '-') --first;
        text.replace(first, last - first, from.pick(numbers));
    }},
    {"text: number left out", harm::certain, [](draw& from, std::string& text) {
        std::size_t first = place_of_any(from, text, digits), last = first;
        while (first > 0 && digits.find(text[first - 1]) != std::string_view::npos) --first;
        while (last < text.size() && digits.find(text[last]) != std::string_view::npos) ++last;
        text.erase(first, last - first);
    }},
    {"text: unknown word", harm::certain, [](draw& from, std::string& text) {
        std::size_t position = place_of_any(from, text, "abcdefghijklmnopqrstuvwxyz");
        text.insert(position, 1, from.chance(50) ? 'x' : 'Q');
    }},
    {"text: something after the end", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view tails[] = {" ->", "}", " -> {",       ",",
                                                     "]",   ";", " packed [1]", " 1"};
        text += from.pick(tails);
    }},
    {"text: nothing", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view white = " \t\n";
        text.assign(static_cast<std::size_t>(from.between(0, 3)), from.pick(white));
    }},
    {"text: number with a sign or fraction", harm::certain, [](draw& from, std::string& text) {
        static constexpr std::string_view signs[] = {"+", "--", "0.", "1e", "0x"};
        text.insert(place_of_any(from, text, digits), from.pick(signs));
    }},
    {"text: cut off", harm::possible, [](draw& from, std::string& text) {
        text.resize(any_place(from, text));
    }},
    {"text: character left out", harm::possible, [](draw& from, std::string& text) {
        text.erase(any_place(from, text), 1);
    }},
    {"text: two characters swapped", harm::possible, [](draw& from, std::string& text) {
        std::swap(text[any_place(from, text)], text[any_place(from, text)]);
    }},
    {"text: character doubled", harm::possible, [](draw& from, std::string& text) {
        const std::size_t position = any_place(from, text);
        text.insert(position, 1, text[position]);
    }},
    {"text: digit changed", harm::possible, [](draw& from, std::string& text) {
        text[place_of_any(from, text, digits)] = from.pick(digits);
    }},
    {"text: minus sign put in", harm::possible, [](draw& from, std::string& text) {
        text.insert(place_of_any(from, text, digits), 1, '-');
    }},
    {"text: random bytes", harm::possible, [](draw& from, std::string& text) {
        for (long_index_t n = from.boundary(1, 8); n > 0; --n)
            text[any_place(from, text)] = static_cast<char>(from.below(256));
    }},
    {"text: a piece doubled", harm::possible, [](draw& from, std::string& text) {
        const std::size_t begin = any_place(from, text);
        const std::string piece(text, begin, static_cast<std::size_t>(from.boundary(1, 40)));
        text.insert(any_place(from, text), piece);
    }},
    {"text: white space put in", harm::none, [](draw& from, std::string& text) {
        static constexpr char white[] = {' ', '\t', '\n', '\r'};
        constexpr std::string_view signs = "[](){},;: ";
        for (long_index_t n = from.below(5); n > 0; --n) {
            std::size_t place = place_of_any(from, text, signs);
            if (from.chance(20)) place = from.chance(50) ? 0 : text.size();
            else if (from.chance(50)) ++place;
            text.insert(place, 1, from.pick(white));
        }
    }},
};
// clang-format on

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
        v.put_pass();  // so that no pad is below
        v.put(dim, {embed, {2, 1}, {v.length_of(dim) + v.from.boundary(0, 9), 1}, {}, {0, 0}});
    }},
    {"embed: negative stride, without a pad below", "embed", [](victim& v) {
        v.put_pass();  // so that no pad is below
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
        v.lengths = lengths_after(v.layout.stages.back(), v.lengths, nullptr).value();
        v.put(static_cast<int>(std::ranges::max_element(v.lengths) -
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

std::span<const std::string_view> malformed_rules() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const description_rule& r : description_rules()) all.push_back(r.name);
        for (const text_rule& r : text_rules()) all.push_back(r.name);
        return all;
    }();
    return names;
}

malformed_layout break_rule(draw& from, int size, std::size_t number) {
    layout_limits limits;
    limits.vast = false;
    layout_description layout = random_layout(from, size, limits);
    const auto rules = description_rules();
    if (number >= rules.size()) {
        const text_rule& broken = text_rules()[number - rules.size()];
        malformed_layout result{
            std::string(broken.name), print_layout(layout), broken.does == harm::certain, {}};
        broken.apply(from, result.text);
        if (broken.does == harm::none) result.description = std::move(layout);
        return result;
    }
    const description_rule& broken = rules[number];
    // Anywhere in the layout: on top of some stages, below the others, or on the base alone.
    const auto levels = lengths_of_levels(layout).value();
    auto level = static_cast<std::size_t>(from.below(std::ssize(levels)));
    if (levels[level].empty()) level = 0;  // rules are broken on a dim, so there must be one
    std::vector<stage_description> above(layout.stages.begin() + static_cast<std::ptrdiff_t>(level),
                                         layout.stages.end());
    layout.stages.resize(level);
    victim v{from, std::move(layout), levels[level]};
    broken.apply(v);
    if (!broken.on_top && from.chance(50))
        v.layout.stages.insert(v.layout.stages.end(), above.begin(), above.end());
    return {std::string(broken.name), broken.untold ? "" : print_layout(v.layout), true,
            std::string(broken.names), std::move(v.layout)};
}

malformed_layout random_malformed(draw& from, int size) {
    return break_rule(from, size,
                      static_cast<std::size_t>(from.below(std::ssize(malformed_rules()))));
}

// Layouts just within the limits, and the first ones beyond them.

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

std::span<const text_rule> text_rules() { return broken_texts; }

std::span<const description_rule> description_rules() { return broken_descriptions; }

}  // namespace tileproof::properties
