// SPDX-License-Identifier: MIT
#include "extras/subject/cases.hpp"

#include "fuzz/mutate/layout/edit_items.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/generator/shape.hpp"
#include "properties/tile/tile_generator.hpp"

#include <tileproof/layout.hpp>

#include <algorithm>
#include <array>
#include <regex>

namespace tileproof::subject {
namespace {

using properties::draw;
using properties::length_list;

constexpr long_index_t most_of_31_bits = 0x7fff'ffff;
constexpr long_index_t small = 4096;

bool is_usable(const library& l, const layout_description& d) {
    if (!can_spell(l, d)) return false;
    try {
        const layout valid(d);
        return valid.element_space_size() <= l.most_space && fits_integers(l, d);
    } catch (const layout_error&) {
        return false;
    }
}

// A base whose element space ends at or near the last that 31 bits number.
base_description large_base(draw& from) {
    static constexpr std::array<long_index_t, 8> lengths{2,     3,     46340, 46341,
                                                         32767, 65535, 65536, 65537};
    base_description b;
    const long_index_t first = from.pick(lengths);
    b.lengths = {first, most_of_31_bits / first - from.between(0, 1)};
    if (from.chance(50)) std::swap(b.lengths[0], b.lengths[1]);
    if (from.chance(40)) {
        b.kind = base_kind::naive;
        b.strides = properties::packed_strides(b.lengths);
        if (from.chance(50))
            b.lengths = {2, 2}, b.strides = {most_of_31_bits - from.between(2, 4), 1};
    }
    return b;
}

// Stages are drawn until the library has words for one.
void add_stages(const library& l, draw& from, layout_description& d, int stages,
                long_index_t elements) {
    for (int s = 0; s < stages; ++s)
        for (int tries = 0; tries < 300; ++tries) {
            const auto levels = properties::lengths_of_levels(d);
            if (!levels) return;
            layout_description longer = d;
            longer.stages.push_back(
                properties::random_stage(from, levels->back(), elements, std::max(l.most_rank, 2),
                                         d.stages.empty() ? nullptr : &d.stages.back()));
            if (!is_usable(l, longer)) continue;
            d = std::move(longer);
            break;
        }
}

// A base whose rows are vectors, so that there is something to guarantee.
void make_rows_of_vectors(draw& from, base_description& b) {
    static constexpr std::array<long_index_t, 4> vectors{2, 4, 4, 8};
    const long_index_t v = from.pick(vectors);
    const auto up = [&](long_index_t n) { return (n + v - 1) / v * v; };
    b.lengths.back() = up(std::max<long_index_t>(b.lengths.back(), 1));
    if (b.kind == base_kind::aligned) b.alignment = up(b.alignment);
    if (b.offset) b.offset = up(*b.offset);
    if (b.kind != base_kind::naive) return;
    for (long_index_t& s : b.strides) s = up(s);
    b.strides.back() = 1;
}

void add_guarantee(draw& from, outside_case& c) {
    if (c.layout.base.lengths.empty() || !from.chance(75)) return;
    for (const long_index_t v : {16, 8, 4, 3, 2}) {
        c.vector = v;
        if (guarantee_holds(c) && from.chance(60)) return;
    }
    c.vector = -1;
}

bool same_structure(const library& l, const outside_case& a, const outside_case& b) {
    return spell(l, a).lines == spell(l, b).lines;
}

}  // namespace

outside_case random_case(const library& l, draw& from, int size) {
    outside_case c;
    const bool large = l.index_bits == 32 && from.chance(12);
    const int rank = std::clamp(1 + static_cast<int>(from.weighted({22, 34, 24, 12, 8})),
                                std::max(l.least_rank, 1), l.most_rank);
    const long_index_t elements =
        large ? most_of_31_bits : std::max<long_index_t>(small * std::max(size, 5) / 100 / 4, 4);
    do {
        c.layout.base = large ? large_base(from) : properties::random_base(from, elements, rank);
        if (!large && from.chance(40)) make_rows_of_vectors(from, c.layout.base);
    } while (!is_usable(l, c.layout));
    static constexpr int weights[] = {10, 34, 28, 16, 8, 4};
    add_stages(l, from, c.layout,
               std::min(static_cast<int>(from.weighted(weights, 6)), 1 + size / 12), elements);
    static constexpr std::array styles{number_style::given, number_style::known,
                                       number_style::mixed};
    c.style = styles[from.weighted({60, 25, 15})];
    c.chained = !l.chain.empty() && !c.layout.stages.empty() && from.chance(20);
    add_guarantee(from, c);
    return c;
}

std::optional<outside_case> with_other_numbers(const library& l, const outside_case& c,
                                               draw& from) {
    static constexpr std::array steps{fuzz::resize_dim, fuzz::change_argument, fuzz::change_base};
    for (int tries = 0; tries < 4; ++tries) {
        const auto layout = from.pick(steps)(c.layout, from);
        if (!layout || *layout == c.layout || !is_usable(l, *layout)) continue;
        const auto levels = properties::lengths_of_levels(*layout);
        const auto count = levels ? properties::element_count(levels->back()) : std::nullopt;
        if (!count || (*count > 4 * small && *count < (1 << 24))) continue;  // slow to list
        outside_case other = c;
        other.layout = *layout;
        if (guarantee_holds(other) && same_structure(l, c, other)) return other;
    }
    return std::nullopt;
}

tile_encoding random_outside_tile(const library& l, draw& from, int size) {
    properties::tile_limits limits;
    limits.holders = 1024;
    for (;;) {
        tile_encoding e = properties::random_tile(from, size, limits);
        if (can_spell(l, e)) return e;
    }
}

std::size_t mistake_rules() { return properties::malformed_rules().size() + 1; }

// The refusal of a malformed layout, without the numbers; empty if it is none.
static std::string refusal_of(const layout_description& d) {
    try {
        const layout valid(d);
    } catch (const layout_error& e) {
        static const std::regex number("-?[0-9]+");
        const std::string said = e.what();
        const std::size_t place = said.find(": ");  // what comes before it says where
        return std::regex_replace(place == said.npos ? said : said.substr(place), number, "0");
    }
    return {};
}
static bool spells(const library& l, const outside_case& m) {
    if (!can_spell(l, m.layout)) return false;
    try {
        spell(l, m);
    } catch (const std::exception&) {  // too few of something to write it down at all
        return false;
    }
    return true;
}

// A single stage, or a base, without its dim `dim`, which only passes.
static bool drop_passed(layout_description& d, int dim) {
    if (!d.stages.empty()) {
        auto& items = d.stages.front().items;
        const auto pass = std::ranges::find_if(items, [&](const item_description& i) {
            return i.kind == transform_kind::pass && i.lower == std::vector{dim} &&
                   i.upper.size() == 1;
        });
        if (pass == items.end()) return false;
        const int upper = pass->upper.front();
        items.erase(pass);
        // A layout without a dim is a rarity that may fail for reasons of its own.
        if (std::ranges::all_of(items, [](const auto& i) { return i.upper.empty(); })) return false;
        for (item_description& i : items) {
            for (int& k : i.lower) k -= k > dim;
            for (int& k : i.upper) k -= k > upper;
        }
    }
    d.base.lengths.erase(d.base.lengths.begin() + dim);
    if (dim < std::ssize(d.base.strides)) d.base.strides.erase(d.base.strides.begin() + dim);
    return !d.base.lengths.empty();
}

// The boldest first. What is below a stage may become a packed base of the same lengths.
static std::vector<layout_description> smaller_mistakes(const layout_description& d) {
    std::vector<layout_description> all;
    for (std::size_t s = d.stages.size(); s-- > 0;) {
        layout_description below = d, above = d;
        below.stages.resize(s);
        if (const auto levels = properties::lengths_of_levels(below)) {
            above.base = {base_kind::packed, levels->back(), {}, {}, 0};
            above.stages.erase(above.stages.begin(),
                               above.stages.begin() + static_cast<std::ptrdiff_t>(s));
            if (above != d) all.push_back(std::move(above));
        }
        all.push_back(std::move(below));
    }
    for (int dim = 0; dim < std::ssize(d.base.lengths) && d.stages.size() < 2; ++dim)
        if (layout_description less = d; drop_passed(less, dim)) all.push_back(std::move(less));
    layout_description less = d;
    const auto shrink = [&](long_index_t& n, long_index_t least) {
        const long_index_t whole = n;
        for (const long_index_t to :
             {least, long_index_t{1}, long_index_t{2}, whole / 2, whole - 1})
            if (whole < 0 ? to == whole / 2 && to != 0 : to >= least && to < whole) {
                n = to;
                all.push_back(less);
            }
        n = whole;
    };
    for (long_index_t& n : less.base.lengths) shrink(n, 1);
    for (long_index_t& n : less.base.strides) shrink(n, 0);
    if (less.base.offset) shrink(*less.base.offset, 0);
    shrink(less.base.alignment, 0);
    for (stage_description& stage : less.stages)
        for (item_description& item : stage.items)
            for (auto* const list : {&item.arguments, &item.strides})
                for (long_index_t& n : *list) shrink(n, 0);
    return all;
}

outside_case smallest_mistake(const library& l, outside_case m) {
    const std::string said = refusal_of(m.layout);
    for (bool found = !said.empty(); found;) {
        found = false;
        for (layout_description& less : smaller_mistakes(m.layout)) {
            outside_case one = m;
            one.layout = std::move(less);
            if (refusal_of(one.layout) != said || !spells(l, one)) continue;
            m = std::move(one);
            found = true;
            break;
        }
    }
    return m;
}

std::optional<outside_case> random_mistake(const library& l, draw& from, int size,
                                           std::size_t rule) {
    outside_case m;
    m.style = number_style::known;
    if (rule == properties::malformed_rules().size()) {  // a layout, but of longer integers
        if (l.index_bits != 32) return std::nullopt;
        m.broken = "base: beyond 31 bits";
        const long_index_t first = from.boundary(2, 1 << 16);
        m.layout.base.lengths = {first, (long_index_t{1} << 31) / first + 1};
        return m;
    }
    const properties::malformed_layout broken = properties::break_rule(from, size, rule);
    // How much is too much is this library's own affair, and what a base or a transform does not have has no words.
    if (!broken.description || !broken.certain || broken.text.empty() ||
        broken.rule.starts_with("size:") || broken.rule.starts_with("arguments:"))
        return std::nullopt;
    m.broken = broken.rule;
    m.layout = *broken.description;
    if (!spells(l, m)) return std::nullopt;
    return m;
}

std::vector<any_case> smaller(const library& l, const any_case& any) {
    std::vector<any_case> all;
    if (const auto* const tile = std::get_if<tile_encoding>(&any)) {
        for (const tile_encoding& e : properties::smaller_tile(*tile))
            if (find_mistake(e).rule == tile_rule::none && can_spell(l, e))
                all.push_back(either(e));
        return all;
    }
    const auto& c = std::get<outside_case>(any);
    const auto offer = [&](auto&& change) {
        outside_case less = c;
        change(less);
        if (less.layout.stages.empty()) less.chained = false;
        if (is_usable(l, less.layout) && guarantee_holds(less))
            all.push_back(either(std::move(less)));
    };
    // Of another layout: what is guaranteed only where it still holds.
    const auto offer_layout = [&](auto&& change) {
        offer([&](outside_case& less) {
            change(less.layout);
            if (!guarantee_holds(less)) less.vector = -1;
        });
    };
    if (c.chained) offer([](outside_case& less) { less.chained = false; });
    if (c.style != number_style::given)
        offer([](outside_case& less) { less.style = number_style::given; });
    if (c.vector != -1) offer([](outside_case& less) { less.vector = -1; });
    for (layout_description& layout : properties::smaller(c.layout))
        offer_layout([&](layout_description& d) { d = std::move(layout); });
    // Rows of a few whole vectors: half of a row of 60, or one element less, has none of 4.
    for (const long_index_t row : {2, 4, 8})
        if (!c.layout.base.lengths.empty() && c.layout.base.lengths.back() > row)
            offer_layout([&](layout_description& d) { d.base.lengths.back() = row; });
    if (c.vector > 2) offer([](outside_case& less) { less.vector = 2; });
    return all;
}

}  // namespace tileproof::subject
