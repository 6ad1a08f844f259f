// SPDX-License-Identifier: MIT
#include "fuzz/subject/spelling.hpp"

#include "properties/layout/descriptor_source.hpp"
#include "properties/layout/generator/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>

namespace tileproof::outside {
namespace {

using properties::length_list;

// "naive 2" where a base of two dims has words of its own, else "naive"; empty: there are none.
std::string base_word(const library& l, const base_description& b) {
    const std::string word = std::string(name_of(b.kind)) + (b.offset ? " offset" : "");
    const std::string of_rank = fmt::format("{} {}", word, b.lengths.size());
    return l.bases.contains(of_rank) ? of_rank : l.bases.contains(word) ? word : std::string();
}

// Of the stage's text without numbers, items in the order of what they take: "pass: 0 -> 1; pass: 1 -> 0".
std::vector<item_description> in_order(const stage_description& stage) {
    std::vector<item_description> items = stage.items;
    std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
        return std::pair(a.lower.empty(), a.lower) < std::pair(b.lower.empty(), b.lower);
    });
    return items;
}
std::string dims_text(const std::vector<int>& dims) {
    return dims.empty() ? "()" : fmt::format("{}", fmt::join(dims, ","));
}
std::string signature(const stage_description& stage) {
    std::string text;
    for (const item_description& item : in_order(stage))
        text += fmt::format("{}{}: {} -> {}", text.empty() ? "" : "; ", name_of(item.kind),
                            dims_text(item.lower), dims_text(item.upper));
    return text;
}

class speller {
  public:
    speller(const library& l, const outside_case& c) : library_(l), case_(c) {}

    spelled_layout run() {
        const layout_description& d = case_.layout;
        length_list lengths = d.base.lengths;
        out_.lines.push_back(base());
        std::string adaptors = "d0";
        for (std::size_t s = 0; s < d.stages.size(); ++s) {
            if (s > 0) lengths = after(d.stages[s - 1], lengths);
            const std::string below = "d" + std::to_string(s);
            out_.lines.push_back(stage(d.stages[s], lengths, below));
            adaptors += ", d" + std::to_string(s + 1);
        }
        if (case_.chained && !d.stages.empty())
            out_.lines.push_back(filled(library_.chain, {{"adaptors", adaptors}, {"base", "d0"}}));
        return std::move(out_);
    }

  private:
    static length_list after(const stage_description& stage, const length_list& lengths) {
        auto next = properties::lengths_after(stage, lengths);
        if (!next) throw std::invalid_argument("a malformed stage below another one");
        return std::move(*next);
    }

    std::string number(long_index_t v) {
        const std::size_t at = out_.numbers.size();
        const auto text = [&](const std::string& form, const std::string& value) {
            return filled(form, {{"0", value}});
        };
        const bool known = case_.style == number_style::known ||
                           (case_.style == number_style::mixed && (seen_++ * 5 / 3) % 2 == 0);
        if (known) return text(library_.known, std::to_string(v));
        if (case_.style == number_style::plain) return text(library_.plain, std::to_string(v));
        out_.numbers.push_back(v);
        return text(library_.given, fmt::format("v[{}]", at));
    }
    std::string list(const length_list& all) {
        std::string text;
        for (const long_index_t v : all) text += (text.empty() ? "" : ", ") + number(v);
        return text;
    }
    // A value is spelled only where the text has it: each use is a number of its own.
    template <class Spell>
    void add(text_table& values, const std::string& text, const std::string& word, Spell&& value) {
        if (text.find('$' + word) != text.npos) values[word] = value();
    }

    std::string base() {
        const base_description& b = case_.layout.base;
        const std::string& text = library_.bases.at(base_word(library_, b));
        text_table values{{"vector", std::to_string(case_.vector)},
                          {"rank", std::to_string(b.lengths.size())}};
        add(values, text, "lengths", [&] { return list(b.lengths); });
        add(values, text, "strides", [&] { return list(b.strides); });
        add(values, text, "offset", [&] { return number(b.offset.value_or(0)); });
        add(values, text, "alignment", [&] { return number(b.alignment); });
        for (std::size_t i = 0; i < b.lengths.size(); ++i) {
            add(values, text, fmt::format("l{}", i), [&] { return number(b.lengths[i]); });
            if (i < b.strides.size())
                add(values, text, fmt::format("s{}", i), [&] { return number(b.strides[i]); });
        }
        return filled(text, values);
    }

    std::string transform(const std::string& text, const item_description& item,
                          const length_list& below, const std::string& prefix = "") {
        text_table values;
        length_list lower, upper;
        for (const int d : item.lower)
            if (static_cast<std::size_t>(d) < below.size())
                lower.push_back(below[static_cast<std::size_t>(d)]);
        if (lower.size() != item.lower.size())
            throw std::invalid_argument("a dim that is not there");
        if (text.find("$" + prefix + "upper") != text.npos &&
            !properties::upper_lengths(item, lower, upper))
            throw std::invalid_argument("a transform without upper lengths");
        add(values, text, prefix + "lengths", [&] { return list(lower); });
        if (!lower.empty())
            add(values, text, prefix + "length", [&] { return number(lower.front()); });
        add(values, text, prefix + "arguments", [&] { return list(item.arguments); });
        add(values, text, prefix + "strides", [&] { return list(item.strides); });
        add(values, text, prefix + "upper", [&] { return list(upper); });
        for (std::size_t i = 0; i < item.arguments.size(); ++i)
            add(values, text, prefix + std::to_string(i),
                [&] { return number(item.arguments[i]); });
        return filled(text, values);
    }

    std::string stage(const stage_description& s, const length_list& below,
                      const std::string& name) {
        const auto whole = library_.stages.find(signature(s));
        if (whole != library_.stages.end()) {
            std::string text = whole->second;
            std::size_t n = 0;
            for (const item_description& item : in_order(s))
                text = transform(text, item, below, std::string(1, static_cast<char>('a' + n++)));
            return filled(text, {{"below", name}});
        }
        std::string transforms, lower, upper;
        for (const item_description& item : s.items) {
            const std::string gap = transforms.empty() ? "" : ", ";
            const std::string& text = library_.transforms.at(std::string(name_of(item.kind)));
            transforms += gap + transform(text, item, below);
            lower += gap + filled(library_.ids, {{"ids", ids(item.lower)}});
            upper += gap + filled(library_.ids, {{"ids", ids(item.upper)}});
        }
        const bool apart = case_.chained && !library_.adaptor.empty();
        std::size_t rank = 0;
        for (const item_description& item : s.items) rank += item.upper.size();
        return filled(apart ? library_.adaptor : library_.stage, {{"below", name},
                                                                  {"rank", std::to_string(rank)},
                                                                  {"transforms", transforms},
                                                                  {"lower", lower},
                                                                  {"upper", upper}});
    }
    static std::string ids(const std::vector<int>& dims) {
        return fmt::format("{}", fmt::join(dims, ", "));
    }

    const library& library_;
    const outside_case& case_;
    spelled_layout out_;
    int seen_ = 0;
};

bool has_stage(const library& l, const stage_description& stage) {
    if (l.stages.contains(signature(stage))) return true;
    return !l.stage.empty() && std::ranges::all_of(stage.items, [&](const item_description& item) {
        return l.transforms.contains(std::string(name_of(item.kind)));
    });
}

}  // namespace

std::string filled(const std::string& text, const text_table& values) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (text[i] == '$')
            while (end < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
                ++end;
        const auto value =
            text[i] == '$' ? values.find(text.substr(i + 1, end - i - 1)) : values.end();
        result += value == values.end() ? text.substr(i, end - i) : value->second;
        i = end;
    }
    return result;
}

bool can_spell(const library& l, const layout_description& d) {
    const auto has_rank = [&](std::size_t rank) {
        return static_cast<int>(rank) >= l.least_rank && static_cast<int>(rank) <= l.most_rank;
    };
    if (base_word(l, d.base).empty() || !has_rank(d.base.lengths.size())) return false;
    for (const stage_description& stage : d.stages) {
        std::size_t rank = 0;
        for (const item_description& item : stage.items) rank += item.upper.size();
        if (!has_rank(rank) || !has_stage(l, stage)) return false;
    }
    return true;
}

bool can_spell(const library& l, const tile_encoding&) { return !l.tile.empty(); }

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

spelled_layout spell(const library& l, const outside_case& c) { return speller(l, c).run(); }

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

}  // namespace tileproof::outside
