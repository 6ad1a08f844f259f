// SPDX-License-Identifier: MIT
#include "extras/subject/spelling.hpp"

#include "properties/layout/descriptor_source.hpp"

#include <fmt/format.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>

namespace tileproof::subject {

using properties::has_words;

std::string text_of(const any_case& c) {
    const auto* const tile = std::get_if<tile_encoding>(&c);
    return tile ? print_tile(*tile) : print_layout(std::get<outside_case>(c).layout);
}

bool can_spell(const library& l, const layout_description& d) {
    const auto has_rank = [&](std::size_t rank) {
        return static_cast<int>(rank) >= l.least_rank && static_cast<int>(rank) <= l.most_rank;
    };
    if (!has_words(l, d.base) || !has_rank(d.base.lengths.size())) return false;
    for (const stage_description& stage : d.stages) {
        std::size_t rank = 0;
        for (const item_description& item : stage.items) rank += item.upper.size();
        if (!has_rank(rank) || !has_words(l, stage)) return false;
    }
    return true;
}

bool can_spell(const library& l, const tile_encoding& e) {
    const auto p = static_cast<int>(e.p.size());
    return !l.tile.empty() && p >= l.least_p && p <= l.most_p;
}

bool fits_integers(const library& l, const layout_description& d) {
    return l.index_bits > 32 || properties::fits_index_t(d);
}

bool guarantee_holds(const outside_case& c) {
    const base_description& b = c.layout.base;
    if (c.vector < 0) return true;
    if (c.vector == 0 || b.lengths.empty() || b.lengths.back() % c.vector != 0 ||
        b.offset.value_or(0) % c.vector != 0)
        return false;
    if (b.kind == base_kind::aligned) return b.alignment % c.vector == 0;
    if (b.kind == base_kind::packed) return true;
    if (b.strides.back() != 1) return false;
    return std::all_of(b.strides.begin(), b.strides.end() - 1,
                       [&](long_index_t s) { return s % c.vector == 0; });
}

spelled_layout spell(const library& l, const outside_case& c) {
    spelled_layout result;
    int seen = 0;
    const auto number = [&](long_index_t v) {
        const bool known = c.style == number_style::known ||
                           (c.style == number_style::mixed && (seen++ * 5 / 3) % 2 == 0);
        if (known) return filled(l.known, {{"0", std::to_string(v)}});
        if (c.style == number_style::plain) return filled(l.plain, {{"0", std::to_string(v)}});
        result.numbers.push_back(v);
        return filled(l.given, {{"0", fmt::format("v[{}]", result.numbers.size() - 1)}});
    };
    result.lines = properties::spell(l, c.layout, {number, c.chained, c.vector});
    return result;
}

std::string spell(const library& l, const tile_encoding& e) {
    const auto sequence = [&](const auto& list, auto&& value) {
        std::string text;
        for (const auto& v : list) text += (text.empty() ? "" : ", ") + std::to_string(value(v));
        return text;
    };
    const auto itself = [](long_index_t v) { return v; };
    const auto major = [](rh_id id) { return id.major; };
    const auto minor = [](rh_id id) { return id.minor; };
    const auto lists = [&](const auto& all, auto&& value) {
        std::string text;
        for (const auto& one : all)
            text += (text.empty() ? "" : ", ") + filled(l.tile_list, {{"0", sequence(one, value)}});
        return text;
    };
    const auto pairs = [](const auto& ids) {
        std::string text;
        for (const rh_id id : ids)
            text += fmt::format("{}{{{}, {}}}", text.empty() ? "" : ", ", id.major, id.minor);
        return text;
    };
    std::string p;
    for (const auto& ids : e.p)
        p += (p.empty() ? "" : ", ") + filled(l.tile_list, {{"0", pairs(ids)}});
    return filled(l.tile, {{"p", p},
                           {"y", pairs(e.y)},
                           {"r", sequence(e.r, itself)},
                           {"h", lists(e.h, itself)},
                           {"p_major", lists(e.p, major)},
                           {"p_minor", lists(e.p, minor)},
                           {"y_major", sequence(e.y, major)},
                           {"y_minor", sequence(e.y, minor)}});
}

}  // namespace tileproof::subject
