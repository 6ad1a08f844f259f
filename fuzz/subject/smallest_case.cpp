// SPDX-License-Identifier: MIT
#include "fuzz/subject/smallest_case.hpp"

#include "properties/tile/tile_generator.hpp"

#include <algorithm>

namespace tileproof::outside {
namespace {

constexpr std::size_t tries_at_once = 16;

std::vector<any_case> steps(const library& l, const any_case& c) {
    std::vector<any_case> all;
    if (const auto* const layout = std::get_if<outside_case>(&c)) {
        for (outside_case& less : smaller(l, *layout)) all.push_back(either(std::move(less)));
        return all;
    }
    for (const tile_encoding& e : properties::smaller_tile(std::get<tile_encoding>(c)))
        if (find_mistake(e).rule == tile_rule::none) all.push_back(either(e));
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

std::vector<verdict> judge(trial& t, std::span<const any_case> cases, const std::string& cause) {
    if (cases.empty()) return {};
    if (std::holds_alternative<tile_encoding>(cases[0])) {
        std::vector<tile_encoding> tiles;
        for (const any_case& c : cases) tiles.push_back(std::get<tile_encoding>(c));
        return t.judge(std::span<const tile_encoding>(tiles));
    }
    std::vector<asked_case> asked;
    for (const any_case& c : cases)
        asked.push_back({std::get<outside_case>(c), forms_of(cause), parts_of_cause(cause)});
    return t.judge(std::span<const asked_case>(asked));
}

}  // namespace

smallest_case make_smallest(trial& t, any_case start, const std::string& cause,
                            const std::function<bool()>& spent) {
    smallest_case least{std::move(start), {}, false};
    least.says = judge(t, std::span(&least.what, 1), cause).front();
    for (bool found = true; found;) {
        found = false;
        const std::vector<any_case> all = steps(t.of(), least.what);
        for (std::size_t first = 0; first < all.size() && !found; first += tries_at_once) {
            if (spent()) return least;
            const auto some =
                std::span(all).subspan(first, std::min(tries_at_once, all.size() - first));
            const std::vector<verdict> verdicts = judge(t, some, cause);
            for (std::size_t i = 0; i < some.size() && !found; ++i)
                if (verdicts[i].find(cause)) {
                    least.what = some[i];
                    least.says = verdicts[i];
                    found = true;
                }
        }
    }
    least.minimal = true;
    return least;
}

}  // namespace tileproof::outside
