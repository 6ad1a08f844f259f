#include "properties/generators/malformed.hpp"

#include "properties/generators/layout_generator.hpp"
#include "properties/generators/shape.hpp"

#include <tileproof/layout/limits.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>
#include <iterator>
#include <limits>

namespace tileproof::properties {
namespace {

using enum transform_kind;

constexpr long_index_t largest = std::numeric_limits<long_index_t>::max();

// A valid layout and the lengths of its visible dims, for a rule to break.
struct victim {
    draw& from;
    layout_description layout;
    length_list lengths;

    int any_dim() { return static_cast<int>(from.below(std::ssize(lengths))); }
    long_index_t length_of(int dim) const { return lengths[static_cast<std::size_t>(dim)]; }

    // Puts a stage on top in which `item` takes `dim` (and makes as many dims as it names upper) and all
    // others pass.
    void put(int dim, item_description item) {
        stage_description stage;
        int next = 0;
        for (int d = 0; d < static_cast<int>(lengths.size()); ++d) {
            if (d == dim) {
                item.lower = {d};
                for (int& upper : item.upper) upper = next++;
                stage.items.push_back(item);
            } else {
                stage.items.push_back({pass, {}, {}, {d}, {next++}});
            }
        }
        layout.stages.push_back(std::move(stage));
    }
    // One lower and one upper dim.
    void put(int dim, transform_kind kind, length_list numbers) {
        put(dim, {kind, std::move(numbers), {}, {}, {0}});
    }
    // On a random dim.
    void put(transform_kind kind, length_list numbers) { put(any_dim(), kind, std::move(numbers)); }

    // A stage in which all pass, and a new dim is made.
    void put_new(item_description item) {
        stage_description stage;
        int next = 0;
        for (int d = 0; d < static_cast<int>(lengths.size()); ++d)
            stage.items.push_back({pass, {}, {}, {d}, {next++}});
        for (int& upper : item.upper) upper = next++;
        stage.items.push_back(std::move(item));
        layout.stages.push_back(std::move(stage));
    }
    stage_description& put_pass() {
        put_new({pass, {}, {}, {0}, {0}});
        layout.stages.back().items.pop_back();
        return layout.stages.back();
    }
    long_index_t negative() { return -from.boundary(1, largest); }
    void make_naive() {
        if (layout.base.kind == base_kind::naive) return;
        layout.base = {base_kind::naive, layout.base.lengths, packed_strides(layout.base.lengths),
                       0, 0};
    }
};

struct rule {
    std::string_view name;
    std::string_view names;  // the word that its refusal must contain
    void (*apply)(victim&);
    bool on_top = false;  // broken only where nothing comes above
};

// clang-format off
const rule rules[] = {
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
        v.put(v.any_dim(), {unmerge, {long_index_t{1} << 32, long_index_t{1} << 32}, {}, {}, {0, 0}});
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
        v.put(v.any_dim(), {embed, {0, v.negative()}, {1, 1}, {}, {0, 0}});
    }},
    {"embed: reach overflows", "embed", [](victim& v) {
        v.put(v.any_dim(), {embed, {3, 3}, {long_index_t{1} << 62, 1}, {}, {0, 0}});
    }},
    {"embed: other number of strides than of lengths", "embed", [](victim& v) {
        v.put(v.any_dim(), {embed, {1, 1}, {1}, {}, {0, 0}});
    }},
    {"xor: second length is no power of two", "xor", [](victim& v) {
        static constexpr long_index_t lengths[] = {0, 3, 5, 6, 7, 9, 12, 31, 33, 65};
        v.layout = {{base_kind::packed, {v.from.boundary(0, 9), v.from.pick(lengths)}, {}, 0, 0}, {}};
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
    {"insert: negative", "insert", [](victim& v) { v.put_new({insert, {v.negative()}, {}, {}, {0}}); }},
    {"insert: has a lower dim", "insert", [](victim& v) { v.put(insert, {3}); }},
    {"replicate: negative", "replicate", [](victim& v) {
        v.put_new({replicate, {2, v.negative()}, {}, {}, {0, 0}});
    }},
    {"merge: no lower dim", "merge", [](victim& v) { v.put_new({merge, {}, {}, {}, {0}}); }},
    {"merge: two upper dims", "merge", [](victim& v) { v.put(v.any_dim(), {merge, {}, {}, {}, {0, 0}}); }},
    {"merge: product overflows", "merge", [](victim& v) {
        v.layout = {{base_kind::naive, {long_index_t{1} << 32, long_index_t{1} << 32}, {0, 0}, 0, 0}, {}};
        v.layout.stages.push_back({{{merge, {}, {}, {0, 1}, {0}}}});
    }},
    {"arguments: one too many", "argument", [](victim& v) {
        static constexpr transform_kind kinds[] = {pass, pad, left_pad, right_pad, slice, modulo, offset};
        const transform_kind kind = v.from.pick(kinds);
        v.put(kind, length_list(kind == pass ? 1 : kind == pad || kind == slice || kind == modulo ? 3 : 2, 0));
    }},
    {"arguments: one too few", "argument", [](victim& v) {
        static constexpr transform_kind kinds[] = {pad, left_pad, right_pad, slice, modulo, offset};
        const transform_kind kind = v.from.pick(kinds);
        v.put(kind, length_list(kind == pad || kind == slice || kind == modulo ? 1 : 0, 0));
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
        v.layout = {{base_kind::packed, {2, 3}, {}, 0, 0}, {{{{pass, {}, {}, {0, 1}, {0, 1}}}}}};
    }},
    {"stage: without transforms", "transform", [](victim& v) { v.layout.stages.push_back({}); }},
    {"rank: too many dims of the base", "lengths", [](victim& v) {
        v.layout = {{base_kind::packed, length_list(maximum_rank + 1, 1), {}, 0, 0}, {}};
    }},
    {"rank: too many dims after a stage", "dimension", [](victim& v) {
        v.put_new({replicate, length_list(maximum_rank, 1), {}, {}, std::vector<int>(maximum_rank, 0)});
    }},
    {"size: too many transforms", "transforms", [](victim& v) {
        while (std::ssize(v.layout.stages) <= maximum_transforms) v.put_pass();
    }},
    {"size: number of indices overflows", "indices", [](victim& v) {
        v.layout = {{base_kind::naive, {long_index_t{1} << 32, long_index_t{1} << 31}, {0, 0}, 0, 0}, {}};
    }, true},
    {"base: no lengths", "lengths", [](victim& v) { v.layout = {{}, {}}; }},
    {"base: negative length", "length", [](victim& v) {
        v.layout.base.lengths[static_cast<std::size_t>(v.from.below(std::ssize(v.layout.base.lengths)))] =
            v.negative();
    }},
    {"base: packed size overflows", "fit", [](victim& v) {
        v.layout = {{base_kind::packed, {long_index_t{1} << 32, 1, long_index_t{1} << 31}, {}, 0, 0}, {}};
    }},
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
        v.layout = {{base_kind::naive, {3, 2}, {long_index_t{1} << 62, 1}, 0, 0}, {}};
    }},
    {"naive: offset overflows", "element space", [](victim& v) {
        v.layout = {{base_kind::naive, {2}, {1}, largest - v.from.below(2), 0}, {}};
    }},
    {"aligned: alignment below 1", "alignment", [](victim& v) {
        v.layout.base = {base_kind::aligned, v.layout.base.lengths, {}, 0,
                         v.from.chance(50) ? 0 : v.negative()};
    }},
    {"aligned: row overflows", "fit", [](victim& v) {
        v.layout = {{base_kind::aligned, {3, (long_index_t{1} << 62) + 1}, {}, 0, long_index_t{1} << 62}, {}};
    }},
};
// clang-format on

// Damage to the text of a valid layout. `certain`: what comes out is never a layout.
struct text_rule {
    std::string_view name;
    bool certain;
    void (*apply)(draw&, std::string&);
};

std::size_t any_place(draw& from, const std::string& text) {
    return static_cast<std::size_t>(from.below(std::ssize(text)));
}

// A place where one of the characters stands; requires that one does.
std::size_t place_of_any(draw& from, const std::string& text, std::string_view characters) {
    const std::size_t start = any_place(from, text);
    const std::size_t found = text.find_first_of(characters, start);
    return found != std::string::npos ? found : text.find_last_of(characters, start);
}

constexpr std::string_view digits = "0123456789";

// clang-format off
const text_rule text_rules[] = {
    {"text: foreign character", true, [](draw& from, std::string& text) {
        static constexpr char foreign[] = {'@', '#', '$', '!', '\0', '\x7f', '\xff', '\xc3', '"', '.', '*'};
        text.insert(text.begin() + from.between(0, std::ssize(text)), from.pick(foreign));
    }},
    {"text: bracket left out", true, [](draw& from, std::string& text) {
        text.erase(place_of_any(from, text, "[]{}()"), 1);
    }},
    {"text: number beyond 64 bits", true, [](draw& from, std::string& text) {
        static constexpr std::string_view numbers[] = {"9223372036854775808", "-9223372036854775809",
                                                       "18446744073709551616", "123456789012345678901234567890"};
        std::size_t first = place_of_any(from, text, digits), last = first;
        while (first > 0 && digits.find(text[first - 1]) != std::string_view::npos) --first;
        while (last < text.size() && digits.find(text[last]) != std::string_view::npos) ++last;
        if (first > 0 && text[first - 1] == '-') --first;
        text.replace(first, last - first, from.pick(numbers));
    }},
    {"text: unknown word", true, [](draw& from, std::string& text) {
        std::size_t place = place_of_any(from, text, "abcdefghijklmnopqrstuvwxyz");
        text.insert(place, from.chance(50) ? "x" : "Q");
    }},
    {"text: something after the end", true, [](draw& from, std::string& text) {
        static constexpr std::string_view tails[] = {" ->", "}", " -> {", ",", "]", " packed [1]", ";", " 1"};
        text += from.pick(tails);
    }},
    {"text: nothing", true, [](draw& from, std::string& text) {
        text = from.chance(50) ? "" : " \t\n";
    }},
    {"text: number with a sign or fraction", true, [](draw& from, std::string& text) {
        static constexpr std::string_view signs[] = {"+", "--", "0.", "1e", "0x"};
        text.insert(place_of_any(from, text, digits), from.pick(signs));
    }},
    {"text: cut off", false, [](draw& from, std::string& text) { text.resize(any_place(from, text)); }},
    {"text: character left out", false, [](draw& from, std::string& text) {
        text.erase(any_place(from, text), 1);
    }},
    {"text: two characters swapped", false, [](draw& from, std::string& text) {
        std::swap(text[any_place(from, text)], text[any_place(from, text)]);
    }},
    {"text: character doubled", false, [](draw& from, std::string& text) {
        const std::size_t place = any_place(from, text);
        text.insert(place, 1, text[place]);
    }},
    {"text: digit changed", false, [](draw& from, std::string& text) {
        text[place_of_any(from, text, digits)] = from.pick(digits);
    }},
    {"text: minus sign put in", false, [](draw& from, std::string& text) {
        text.insert(place_of_any(from, text, digits), "-");
    }},
    {"text: random bytes", false, [](draw& from, std::string& text) {
        for (long_index_t n = from.boundary(1, 8); n > 0; --n)
            text[any_place(from, text)] = static_cast<char>(from.below(256));
    }},
    {"text: a piece doubled", false, [](draw& from, std::string& text) {
        const std::size_t begin = any_place(from, text);
        text.insert(any_place(from, text), std::string(text, begin, static_cast<std::size_t>(from.boundary(1, 40))));
    }},
};
// clang-format on

}  // namespace

std::span<const std::string_view> malformed_rules() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const rule& r : rules) all.push_back(r.name);
        for (const text_rule& r : text_rules) all.push_back(r.name);
        return all;
    }();
    return names;
}

malformed_layout break_rule(draw& from, int size, std::size_t number) {
    layout_limits limits;
    limits.vast = false;
    layout_description layout = random_layout(from, size, limits);
    if (number >= std::size(rules)) {
        const text_rule& broken = text_rules[number - std::size(rules)];
        malformed_layout result{std::string(broken.name), print_layout(layout), broken.certain, {}};
        broken.apply(from, result.text);
        return result;
    }
    const rule& broken = rules[number];
    // Anywhere in the layout: on top of some of the stages, under the others or alone.
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
    return {std::string(broken.name), print_layout(v.layout), true, std::string(broken.names),
            std::move(v.layout)};
}

malformed_layout random_malformed(draw& from, int size) {
    return break_rule(from, size,
                      static_cast<std::size_t>(from.below(std::ssize(malformed_rules()))));
}

}  // namespace tileproof::properties
