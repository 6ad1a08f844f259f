// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose_finding.hpp"

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/layout_formula.hpp"
#include "fuzz/diagnosis/tile_formula.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;

namespace {

// Of a subject that cannot be asked nothing is known.
diagnosis formula_apart(const std::function<diagnosis()>& find_out, double seconds) {
    try {
        return diagnose_apart(find_out, seconds);
    } catch (const std::exception&) {
        return {};
    }
}

// Of a layout, when its law fails, and the wrong formula beside the right one.
diagnosis of_layout(const finding& f, const layout_subject& subject, sampling_request request,
                    const sampling_limits& limits) {
    const auto text = f.the_case.find("layout");
    diagnosis formula;
    if (text != f.the_case.end() && text->is_string())
        formula = formula_apart(
            [&] {
                diagnosis d;
                const auto wrong = explain_layout(subject, parse_layout(text->get<std::string>()));
                if (!wrong) return d;
                d.fails_when = wrong->fails_when;
                d.instead = wrong->text;
                d.heading = "Wrong offset since " + wrong->stage;
                return d;
            },
            limits.seconds / 2);
    if (!formula.fails_when.empty()) return formula;
    diagnosis d = diagnose(std::move(request), limits);
    d.instead = formula.instead;
    d.heading = formula.heading;
    return d;
}

// Of a tile distribution: when its law fails, and the wrong formula beside the right one.
diagnosis of_tile(const finding& f, const tile_subject& subject, sampling_request request,
                  const sampling_limits& limits) {
    const auto text = f.the_case.find("tile");
    if (text == f.the_case.end() || !text->is_string()) return {};
    const diagnosis formula = formula_apart(
        [&] {
            diagnosis d;
            const auto wrong = explain_tile(subject, parse_tile(text->get<std::string>()));
            if (!wrong) return d;
            d.instead = wrong->text;
            d.heading = "Wrong " + wrong->quantity + " of a tile distribution";
            return d;
        },
        limits.seconds / 3);
    sampling_limits left = limits;
    left.seconds *= 2.0 / 3;
    diagnosis d = diagnose(std::move(request), left);
    d.instead = formula.instead;
    d.heading = formula.heading;
    return d;
}

}  // namespace

diagnosis diagnose_finding(const finding& f, std::span<const failure> of_bug,
                           finding_properties& known, const sampling_limits& limits) {
    const auto position = known.find(f).position;
    if (!position) return {};
    const property& subject = *known.list()[*position];
    const kernel_view* const view = view_of(subject);
    const layout_subject* const layouts = layouts_of(subject);
    const tile_subject* const tiles = tiles_of(subject);
    if (!view && !layouts && !tiles) return {};
    // A few hundred cases around one that is huge would take minutes.
    if (view && view->case_of(f.the_case).huge) return {};
    sampling_request request{
        .properties = known.list(), .place = *position, .the_case = f.the_case};
    if (tiles) return of_tile(f, *tiles, std::move(request), limits);
    if (layouts) return of_layout(f, *layouts, std::move(request), limits);
    request.shows = shows_failure(of_bug);
    if (f.kernel) request.constants = constants_of(f.kernel->source);
    diagnosis d = diagnose(std::move(request), limits);
    d.keep_to(view->contract(), of_bug.front());
    return d;
}

std::set<long> constants_of(const std::string& file) {
    constexpr std::size_t most_constants = 40;
    constexpr unsigned long most = 1 << 24;
    std::set<long> all;
    std::ifstream in(file);
    for (std::string line; all.size() < most_constants && std::getline(in, line);) {
        if (line.starts_with("#include")) continue;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto is = [&](std::size_t at, auto kind) {
                return at < line.size() && kind(static_cast<unsigned char>(line[at]));
            };
            if (!is(i, isdigit)) continue;
            const bool in_a_word =
                i > 0 && (is(i - 1, isalnum) || line[i - 1] == '_' || line[i - 1] == '.');
            char* end = nullptr;
            const unsigned long n = std::strtoul(&line[i], &end, 0);
            if (!in_a_word && *end != '.' && n > 1 && n <= most) all.insert(static_cast<long>(n));
            while (is(i + 1, isalnum) || is(i + 1, [](int c) { return c == '.'; })) ++i;
        }
    }
    return all;
}

}  // namespace tileproof::diagnosis
