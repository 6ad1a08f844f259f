// SPDX-License-Identifier: MIT
#include "extras/subject/trial.hpp"

#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>

namespace tileproof::subject {
namespace {

// Verdicts of those that compiled, in the places of all.
template <class Judged>
void judge_compiled(const std::vector<Judged>& compiled, const std::vector<std::size_t>& places,
                    std::vector<verdict>& all) {
    std::vector<verdict> verdicts = subject::judge(std::span<const Judged>(compiled));
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        verdict& v = all[places[i]];
        v.judged.insert(v.judged.end(), verdicts[i].judged.begin(), verdicts[i].judged.end());
        v.failures.insert(v.failures.end(), verdicts[i].failures.begin(),
                          verdicts[i].failures.end());
    }
}

// What the compiler had no time or memory for may be right.
void add_error(verdict& v, const std::string& text, const built_unit& unit) {
    if (unit.beyond) return v.not_judged.push_back(text + ": " + unit.error);
    v.judged.push_back(properties::law_id::L2);
    v.failures.push_back(not_compiled(text, unit.error));
}

}  // namespace

std::optional<outside_case> in_form(const outside_case& c, const std::string& words) {
    outside_case other = c;
    if (words == as_a_chain) {
        if (c.chained || c.layout.stages.empty()) return std::nullopt;
        other.chained = true;
        return other;
    }
    other.style = words == at_run_time ? number_style::given : number_style::known;
    if (other.style == c.style) return std::nullopt;
    return other;
}

// The case as it is asked for, and its other forms.
std::vector<trial::form> trial::forms_of(const asked_case& asked) const {
    std::vector<form> forms;
    const auto add = [&](const std::string& words, const outside_case& c) {
        spelled_layout s = spell(of(), c);
        asked_parts parts = asked.parts;
        parts.cuts = parts.cuts && words.empty() && !c.chained;
        std::string unit = layout_unit(c, s, parts);
        forms.push_back({words, c, std::move(s.numbers), std::move(unit)});
    };
    add("", asked.what);
    for (const std::string& words : asked.forms)
        if (const auto other = in_form(asked.what, words)) add(words, *other);
    return forms;
}

bool trial::is_compiled(const asked_case& asked) const {
    return std::ranges::all_of(forms_of(asked),
                               [&](const form& f) { return builder_.has(f.unit); });
}

std::vector<verdict> trial::judge(std::span<const asked_case> cases) {
    std::vector<form> forms;
    std::vector<std::size_t> place_of;
    std::vector<std::string> units;
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (form& f : forms_of(cases[i])) {
            units.push_back(f.unit);
            forms.push_back(std::move(f));
            place_of.push_back(i);
        }
    const std::vector<built_unit> built = builder_.build(units);
    std::vector<verdict> all(cases.size());
    std::vector<judged_case> compiled;
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < forms.size(); ++k) {
        form& f = forms[k];
        const std::size_t place = place_of[k];
        const std::string text = print_layout(f.what.layout);
        if (!built[k].compiled())
            add_error(all[place], text, built[k]);
        else if (f.words.empty()) {
            compiled.push_back({f.what,
                                built[k],
                                std::move(f.numbers),
                                {},
                                cases[place].parts.cuts && !f.what.chained});
            places.push_back(place);
        } else if (!places.empty() && places.back() == place)
            compiled.back().others.push_back({built[k], std::move(f.numbers), f.words});
    }
    judge_compiled(compiled, places, all);
    return all;
}

std::vector<verdict> trial::judge(std::span<const tile_encoding> tiles) {
    std::vector<std::string> units;
    for (const tile_encoding& e : tiles) units.push_back(tile_unit(of(), e));
    const std::vector<built_unit> built = builder_.build(units);
    std::vector<verdict> all(tiles.size());
    std::vector<judged_tile> compiled;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tiles.size(); ++i)
        if (built[i].compiled()) {
            compiled.push_back({tiles[i], built[i]});
            places.push_back(i);
        } else
            add_error(all[i], print_tile(tiles[i]), built[i]);
    judge_compiled(compiled, places, all);
    return all;
}

// That a mistake does not compile is as it should be.
std::vector<verdict> trial::judge(std::span<const outside_mistake> mistakes) {
    std::vector<std::string> units;
    std::vector<spelled_layout> spelled;
    for (const outside_mistake& m : mistakes) {
        spelled.push_back(spell(of(), m.what));
        units.push_back(layout_unit(m.what, spelled.back(), {.all = false}));
    }
    const std::vector<built_unit> built = builder_.build(units);
    std::vector<verdict> all(mistakes.size());
    std::vector<judged_mistake> compiled;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < mistakes.size(); ++i)
        if (built[i].compiled()) {
            compiled.push_back(
                {mistakes[i].what, built[i], std::move(spelled[i].numbers), mistakes[i].rule});
            places.push_back(i);
        } else if (built[i].beyond)
            add_error(all[i], print_layout(mistakes[i].what.layout), built[i]);
        else
            all[i].judged.push_back(properties::law_id::L13);
    judge_compiled(compiled, places, all);
    return all;
}

}  // namespace tileproof::subject
