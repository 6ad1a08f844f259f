// SPDX-License-Identifier: MIT
#include "extras/subject/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "properties/layout/layout_words.hpp"

namespace tileproof::subject {
namespace {

using nlohmann::json;

template <class T>
T member(const json& j, const char* name, T otherwise) {
    return j.contains(name) ? j.at(name).get<T>() : otherwise;
}

library read_library(const json& j) {
    library l;
    l.name = j.at("name").get<std::string>();
    l.header = member(j, "header", std::string());
    l.flags = j.at("flags").get<std::vector<std::string>>();
    l.include = member(j, "include", std::vector<std::string>());
    l.default_include = member(j, "default_include", std::string());
    l.index_bits = member(j, "index_bits", 64);
    l.most_space = member(j, "most_space", std::int64_t{INT64_MAX});
    const auto ranks = member(j, "ranks", std::vector<int>{0, 5});
    l.least_rank = ranks.at(0);
    l.most_rank = ranks.at(1);
    const auto ps = member(j, "tile_p", std::vector<int>{0, 5});
    l.least_p = ps.at(0);
    l.most_p = ps.at(1);
    l.includes = member(j, "includes", std::vector<std::string>());
    l.using_line = member(j, "using", std::string());
    l.known = j.at("known").get<std::string>();
    l.given = j.at("given").get<std::string>();
    l.plain = member(j, "plain", std::string("$0"));
    l.bases = j.at("bases").get<text_table>();
    l.transforms = member(j, "transforms", text_table());
    l.stages = member(j, "stages", text_table());
    l.show = j.at("show").get<text_table>();
    l.ids = member(j, "ids", std::string());
    l.stage = member(j, "stage", std::string());
    l.adaptor = member(j, "adaptor", std::string());
    l.chain = member(j, "chain", std::string());
    l.tile = member(j, "tile", std::string());
    l.tile_list = member(j, "tile_list", std::string());
    l.not_promised = member(j, "not_promised", std::vector<std::string>());
    return l;
}

}  // namespace

bool library::promises(const std::string& what) const {
    return std::ranges::none_of(not_promised, [&](const std::string& pattern) {
        return std::regex_search(what, std::regex(pattern));
    });
}

library load_library(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / "subject.json";
    std::ifstream stream(file);
    if (!stream)
        throw library_error(
            fmt::format("There is no subject in {}: {} cannot be read. `ls subjects` shows those "
                        "that come with tileproof.",
                        folder.string(), file.string()));
    try {
        library l = read_library(json::parse(stream));
        l.folder = folder;
        for (std::string& more : l.include)
            more = (folder / more).lexically_normal().string();  // an absolute one stays
        return l;
    } catch (const std::exception& e) {
        throw library_error(fmt::format(
            "{} does not say how a library is spelled: {}. docs/subjects.md has what it must say.",
            file.string(), e.what()));
    }
}

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
