// SPDX-License-Identifier: MIT
#include "extras/subject/smallest_case.hpp"

#include "properties/tile/tile_generator.hpp"

#include <algorithm>
#include <utility>

namespace tileproof::subject {
namespace {

// The boldest steps often do, so that few are compiled with them; of those that are left mostly none does.
constexpr std::size_t first_tries = 4, most_tries = 16;

std::vector<any_case> steps(const library& l, const any_case& c) {
    std::vector<any_case> all;
    if (const auto* const layout = std::get_if<outside_case>(&c)) {
        for (outside_case& less : smaller(l, *layout)) all.push_back(either(std::move(less)));
        return all;
    }
    for (const tile_encoding& e : properties::smaller_tile(std::get<tile_encoding>(c)))
        if (find_mistake(e).rule == tile_rule::none && can_spell(l, e)) all.push_back(either(e));
    return all;
}

// Which forms of a layout the cause is about.
std::vector<std::string> forms_of(const std::string& cause) {
    std::vector<std::string> forms;
    for (const std::string& words : {at_run_time, at_compile_time, as_a_chain})
        if (cause.find(words) != cause.npos) forms.push_back(words);
    return forms;
}

// What the law of the cause asks: a program that says no more is compiled in half of the time.
asked_parts parts_of_cause(const std::string& cause) {
    const bool of_offsets = (cause.starts_with("L1 ") || cause.starts_with("L2 ")) &&
                            (cause.ends_with(" offset") || cause.ends_with(" element space size"));
    return {.all = !of_offsets || cause.find("disagreement") != cause.npos,
            .cuts = cause.starts_with("L7 ")};
}

asked_case asked(const outside_case& c, const std::string& cause) {
    return {c, forms_of(cause), parts_of_cause(cause)};
}

std::vector<verdict> judge(trial& t, std::span<const any_case> cases, const std::string& cause) {
    if (cases.empty()) return {};
    if (std::holds_alternative<tile_encoding>(cases[0])) {
        std::vector<tile_encoding> tiles;
        for (const any_case& c : cases) tiles.push_back(std::get<tile_encoding>(c));
        return t.judge(std::span<const tile_encoding>(tiles));
    }
    std::vector<asked_case> layouts;
    for (const any_case& c : cases) layouts.push_back(asked(std::get<outside_case>(c), cause));
    return t.judge(std::span<const asked_case>(layouts));
}

// Steps that need nothing compiled come first: other numbers in the same structure. Returns their number.
std::size_t put_compiled_first(const trial& t, std::vector<any_case>& steps,
                               const std::string& cause) {
    std::vector<any_case> compiled, rest;
    for (any_case& c : steps) {
        const auto* const layout = std::get_if<outside_case>(&c);
        const bool is_compiled = layout && t.is_compiled(asked(*layout, cause));
        (is_compiled ? compiled : rest).push_back(std::move(c));
    }
    const std::size_t count = compiled.size();
    steps = std::move(compiled);
    steps.insert(steps.end(), rest.begin(), rest.end());
    return count;
}

// The first of the steps that still fails so becomes the least.
bool take_first(trial& t, std::span<const any_case> steps, const std::string& cause,
                smallest_case& least) {
    const std::vector<verdict> verdicts = judge(t, steps, cause);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (verdicts[i].find(cause)) {
            least.what = steps[i];
            least.says = verdicts[i];
            return true;
        }
    return false;
}

}  // namespace

smallest_case make_smallest(trial& t, any_case start, const std::string& cause,
                            const std::function<bool()>& spent) {
    smallest_case least{std::move(start), {}, false};
    least.says = judge(t, std::span(&least.what, 1), cause).front();
    for (bool found = true; found;) {
        if (spent()) return least;
        std::vector<any_case> all = steps(t.of(), least.what);
        std::size_t end = put_compiled_first(t, all, cause), next = first_tries;
        found = take_first(t, std::span(all).first(end), cause, least);
        while (!found && end < all.size()) {
            if (spent()) return least;
            const std::size_t tries = std::min(std::exchange(next, most_tries), all.size() - end);
            found = take_first(t, std::span(all).subspan(end, tries), cause, least);
            end += tries;
        }
    }
    least.minimal = true;
    return least;
}

}  // namespace tileproof::subject
