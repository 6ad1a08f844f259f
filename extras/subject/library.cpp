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

library read_library(const json& j) {
    library l;
    l.name = j.at("name");
    l.header = j.value("header", std::string());
    l.flags = j.at("flags").get<std::vector<std::string>>();
    l.include = j.value("include", std::vector<std::string>());
    l.default_include = j.value("default_include", std::string());
    l.index_bits = j.value("index_bits", 64);
    l.most_space = j.value("most_space", std::int64_t{INT64_MAX});
    const auto ranks = j.value("ranks", std::vector<int>{0, 5});
    l.least_rank = ranks.at(0);
    l.most_rank = ranks.at(1);
    const auto ps = j.value("tile_p", std::vector<int>{0, 5});
    l.least_p = ps.at(0);
    l.most_p = ps.at(1);
    l.includes = j.value("includes", std::vector<std::string>());
    l.using_line = j.value("using", std::string());
    l.known = j.at("known");
    l.given = j.at("given");
    l.plain = j.value("plain", std::string("$0"));
    l.bases = j.at("bases").get<text_table>();
    l.transforms = j.value("transforms", text_table());
    l.stages = j.value("stages", text_table());
    l.show = j.at("show").get<text_table>();
    l.ids = j.value("ids", std::string());
    l.stage = j.value("stage", std::string());
    l.adaptor = j.value("adaptor", std::string());
    l.chain = j.value("chain", std::string());
    l.tile = j.value("tile", std::string());
    l.tile_list = j.value("tile_list", std::string());
    l.not_promised = j.value("not_promised", std::vector<std::string>());
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
        if (known || c.style == number_style::plain)
            return filled(known ? l.known : l.plain, {{"0", std::to_string(v)}});
        result.numbers.push_back(v);
        return filled(l.given, {{"0", fmt::format("v[{}]", result.numbers.size() - 1)}});
    };
    result.lines = properties::spell(l, c.layout, {number, c.chained, c.vector});
    return result;
}

std::string spell(const library& l, const tile_encoding& e) {
    const auto sequence = [](const auto& list, const auto& text_of_one) {
        std::string text;
        for (const auto& one : list) text += (text.empty() ? "" : ", ") + text_of_one(one);
        return text;
    };
    const auto lists = [&](const auto& all, const auto& text_of_one) {
        return sequence(all, [&](const auto& list) {
            return filled(l.tile_list, {{"0", sequence(list, text_of_one)}});
        });
    };
    const auto itself = [](long_index_t v) { return std::to_string(v); };
    const auto major = [](rh_id id) { return std::to_string(id.major); };
    const auto minor = [](rh_id id) { return std::to_string(id.minor); };
    const auto pair = [](rh_id id) { return fmt::format("{{{}, {}}}", id.major, id.minor); };
    return filled(l.tile, {{"p", lists(e.p, pair)},
                           {"y", sequence(e.y, pair)},
                           {"r", sequence(e.r, itself)},
                           {"h", lists(e.h, itself)},
                           {"p_major", lists(e.p, major)},
                           {"p_minor", lists(e.p, minor)},
                           {"y_major", sequence(e.y, major)},
                           {"y_minor", sequence(e.y, minor)}});
}

}  // namespace tileproof::subject
