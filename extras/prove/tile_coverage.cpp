// SPDX-License-Identifier: MIT
#include "extras/prove/tile_coverage.hpp"

#include "extras/prove/assumptions.hpp"
#include "extras/prove/named_layout.hpp"
#include "extras/prove/solver.hpp"
#include "properties/tile/tile_subject.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::prove {
namespace {

using namespace properties;

// Where the lengths end: at "P=".
std::size_t end_of_lengths(const std::string& text) {
    for (std::size_t at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
        const std::size_t name = text.find_last_not_of(" \t", at - (at > 0 ? 1 : 0));
        if (name != text.npos && text[name] == 'P') return name;
    }
    return text.size();
}

void each_length(tile_encoding& e, const std::function<void(rh_id, long_index_t&)>& visit) {
    for (int i = 0; i < e.r.size(); ++i) visit({0, i}, e.r[i]);
    for (int x = 0; x < e.h.size(); ++x)
        for (int i = 0; i < e.h[x].size(); ++i) visit({x + 1, i}, e.h[x][i]);
}

class coverage {
  public:
    coverage(const named_tile& t, const answer_options& o) : t_(t), o_(o) {}

    single_answer run() {
        try {
            result_.wide = {product_of(t_.lengths())};
        } catch (const number_too_large&) {
            result_.why = "a product of lengths has a number beyond 64 bits";
            return result_;
        }
        if (o_.try_sizes)
            each_small_size(t_.given(), o_.seconds, [&](const values& v) {
                try_size(v);
                return result_.what != verdict::refuted;
            });
        if (result_.what == verdict::refuted) return result_;
        if (result_.held == 0) require_values(t_.given());
        if (t_.given().names().empty() && result_.held > 0) {
            result_.what = verdict::proved;
            result_.steps.emplace_back("all holders were compared\n");
        } else if (t_.as_layout().empty()) {
            result_.why = "P and Y do not use each dim of R and H once";
        } else {
            try {
                prove();
            } catch (const layout_error& e) {  // too many dims for a layout
                result_.why = e.what();
            }
        }
        return result_;
    }

  private:
    void try_size(values v) {
        try {
            if (!t_.given().complete(v) || result_.wide[0].value(v) > most_holders) return;
            const tile_encoding e = t_.at(v);
            std::string broken;
            if (const tile_mistake m = find_mistake(e); m.rule != tile_rule::none)
                broken = mistake_sentence(e, m);
            else if (const law_result r = check_coverage(dynamic_tiles(), e); r.failed())
                broken = sentence(*r.why);
            if (broken.empty()) {
                ++result_.held;
                return;
            }
            result_.what = verdict::refuted;
            result_.sizes = t_.given().say(v);
            result_.why = broken;
        } catch (const number_too_large&) {  // beyond the limits, which the answer names
        }
    }

    void prove() {
        for (const polynomial& length : t_.lengths())
            if (!t_.given().at_least_zero(length - 1) &&
                solve(query_against(t_.given(), {condition::relation::at_least_zero, length - 1,
                                                 length.text()}))
                        .what != solver_answer::kind::no_model) {
                result_.why =
                    fmt::format("{} is not seen to be at least 1 for all values", length.text());
                return;
            }
        const named_layout l(t_.as_layout(), t_.for_names());
        const answer a = answer_for(l, {.laws = {law_id::L1, law_id::L3}, .try_sizes = false});
        for (const law_answer& law : a.laws) {
            if (law.what != verdict::proved) {
                result_.why = law.why;
                return;
            }
            for (const proof_step& step : law.steps)
                result_.steps.push_back(say_step(lemma_book(), l, step));
        }
        const polynomial holders = product_of(l.lengths());
        if (holders != l.space()) {
            result_.why = fmt::format("{} threads and registers for {} replicas and elements",
                                      holders.text(), l.space().text());
            return;
        }
        result_.steps.push_back(
            fmt::format("{} holders, and as many replicas of elements\n", holders.text()));
        result_.what = verdict::proved;
    }

    const named_tile& t_;
    const answer_options& o_;
    single_answer result_;
};

}  // namespace

named_tile::named_tile(const std::string& text, const std::string& for_names)
    : text_(text), for_names_(for_names), given_(assumptions_of(for_names)) {
    std::vector<std::string> words;
    places_ = parse_tile(with_places(words));
    make_layout(words);
}

std::string named_tile::with_places(std::vector<std::string>& words) {
    const std::size_t end = end_of_lengths(text_);
    std::string out;
    for (std::size_t at = 0; at < end;) {
        const char c = text_[at++];
        out += c;
        if (c != '[' && c != ',') continue;
        while (at < end && (text_[at] == ' ' || text_[at] == '\t')) out += text_[at++];
        if (at == end || text_[at] == '[' || text_[at] == ']') continue;
        expression_reader in(text_, at, "Tile text", given_);
        lengths_.push_back(in.sum());
        words.push_back(text_.substr(at, in.at() - at));
        out += std::to_string(words.size() - 1);
        at = in.at();
    }
    return out + text_.substr(end);
}

void named_tile::make_layout(const std::vector<std::string>& words) {
    const auto word = [&](long_index_t place) { return words[static_cast<std::size_t>(place)]; };
    tile_encoding used = places_;
    each_length(used, [](rh_id, long_index_t& length) { length = 1; });
    if (find_mistake(used).rule != tile_rule::none) return;
    std::vector<std::string> base, split, joined;
    std::vector<rh_id> dims;  // above the split
    const auto dim_of = [&](rh_id id) {
        return std::to_string(std::ranges::find(dims, id) - dims.begin());
    };
    for (int i = 0; i < places_.r.size(); ++i) {
        if (detail::find_user(places_, {0, i}).index < 0) {
            if (!lengths_[static_cast<std::size_t>(places_.r[i])].is(1)) return;
            continue;
        }
        split.push_back(fmt::format("pass: {} -> {}", base.size(), dims.size()));
        base.push_back(word(places_.r[i]));
        dims.push_back({0, i});
    }
    for (int x = 0; x < places_.h.size(); ++x) {
        std::vector<std::string> parts, factors, above;
        for (int i = 0; i < places_.h[x].size(); ++i) {
            parts.push_back(word(places_.h[x][i]));
            factors.push_back("(" + parts.back() + ")");
            above.push_back(std::to_string(dims.size()));
            dims.push_back({x + 1, i});
        }
        if (parts.empty()) continue;
        split.push_back(fmt::format("unmerge({}): {} -> {}", fmt::join(parts, ","), base.size(),
                                    fmt::join(above, ",")));
        base.push_back(fmt::format("{}", fmt::join(factors, "*")));
    }
    for (const auto& p : places_.p) {
        std::vector<std::string> below;
        for (const rh_id id : p) below.push_back(dim_of(id));
        if (!below.empty())
            joined.push_back(fmt::format("{}: {} -> {}", below.size() == 1 ? "pass" : "merge",
                                         fmt::join(below, ","), joined.size()));
    }
    for (const rh_id id : places_.y)
        joined.push_back(fmt::format("pass: {} -> {}", dim_of(id), joined.size()));
    if (base.empty()) return;
    layout_ = fmt::format("packed [{}] -> {{{}}} -> {{{}}}", fmt::join(base, ","),
                          fmt::join(split, "; "), fmt::join(joined, "; "));
}

tile_encoding named_tile::at(const values& v) const {
    tile_encoding e = places_;
    each_length(e, [&](rh_id, long_index_t& length) {
        length = lengths_[static_cast<std::size_t>(length)].value(v);
    });
    return e;
}

single_answer coverage_of(const named_tile& t, const answer_options& o) {
    return coverage(t, o).run();
}

std::string text_of(const named_tile& t, const single_answer& a, bool with_steps) {
    std::string text = system::wrapped(t.text(), "tile     ");
    if (!t.as_layout().empty()) text += system::wrapped(t.as_layout(), "as       ");
    text += system::wrapped(t.given().names().empty() ? "no names" : t.given().text(), "for      ");
    text += system::wrapped(limit_text(a.wide, "63"), "64 bits  ");
    return text + text_of("L11 coverage", a, 1, with_steps);
}

nlohmann::ordered_json json_of(const named_tile& t, const single_answer& a) {
    nlohmann::ordered_json j = {
        {"tile", t.text()},         {"layout", t.as_layout()},
        {"for", t.given().text()},  {"limit_64_bits", limit_text(a.wide, "63")},
        {"coverage", name(a.what)}, {"held", a.held}};
    add_reasons(j, a);
    return j;
}

}  // namespace tileproof::prove
