// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose_finding.hpp"

#include "fuzz/diagnosis/layout_formula.hpp"
#include "fuzz/diagnosis/tile_formula.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/tile/tile_property.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::diagnosis {

using namespace properties;
using nlohmann::json;

namespace {

// What is found out in a child process, because the subject is known to be wrong: all of it empty when that ends it.
diagnosis in_child(const std::function<diagnosis()>& find_out, double seconds) {
    diagnosis d;
    try {
        const json all = json::parse(run_in_child(
            [&] {
                const diagnosis found = find_out();
                return json{found.fails_when, found.instead, found.heading}.dump();
            },
            std::max(seconds, 0.1)));
        d.fails_when = all[0];
        d.instead = all[1];
        d.heading = all[2];
    } catch (const std::exception&) {  // nothing is known
    }
    return d;
}

// Of a layout, when its law fails, and the wrong formula beside the right one.
diagnosis of_layout(const finding& f, const layout_subject& subject, sampling_request request,
                    const sampling_limits& limits) {
    const auto text = f.the_case.find("layout");
    diagnosis formula;
    if (text != f.the_case.end() && text->is_string())
        formula = in_child(
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
    const diagnosis formula = in_child(
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

diagnosis diagnose_finding(const finding& f, const failure& lead, finding_properties& known,
                           const sampling_limits& limits) {
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
    if (lead.witness) request.shows = shows_failure(lead);
    diagnosis d = diagnose(std::move(request), limits);
    d.keep_to(view->contract(), lead);
    return d;
}

}  // namespace tileproof::diagnosis
