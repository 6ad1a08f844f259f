// SPDX-License-Identifier: MIT
#include "report/bug_json.hpp"

#include "report/bug_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::report {

using namespace properties;
using fuzz::bug;
using fuzz::bug_evidence;
using fuzz::likely_line;
using fuzz::replay_command;

using nlohmann::json;

namespace {

// The values of variables: "17" and "true" become a number and a boolean.
json values_json(const std::vector<devices::asked_values::variable>& values) {
    json all = json::array();
    for (const auto& v : values) all.push_back({{"name", v.name}, {"value", json::parse(v.value)}});
    return all;
}

// The access that stored a wrong value, if no line is known otherwise.
json writer_json(const bug& b) {
    if (is_located(b.lead) || !b.writer) return {};
    const devices::asked_values::access& w = *b.writer;
    return {{"file", w.file},
            {"line", w.line},
            {"column", w.column},
            {"function", w.function},
            {"block", w.block},
            {"thread", w.thread},
            {"values", values_json(w.values)}};
}

json likely_json(const bug& b) {
    json all = json::array();
    for (const likely_line& l : b.likely)
        all.push_back({{"file", l.file}, {"line", l.line}, {"column", l.column}, {"why", l.why}});
    return all;
}

}  // namespace

json bug_json(const bug& b, const std::vector<bug_evidence>& evidence) {
    const bug_evidence& shown = evidence[b.leading];
    const bug_place place = place_of(b);
    std::set<law_id> laws;
    std::set<std::string> devices;
    json findings = json::array(), earlier = json::array(), codes = json::array();
    for (const std::size_t i : b.findings) {
        laws.insert(evidence[i].what.law);
        devices.insert(evidence[i].what.device);
        (evidence[i].earlier ? earlier : findings).push_back(evidence[i].position);
    }
    for (const law_id law : laws) codes.push_back(about(law).code);
    const bool located = place.line > 0;
    return {{"heading", b.heading},
            {"kind", name(b.lead.kind)},
            {"subject", shown.what.subject},
            {"file", located ? json(place.file) : json()},
            {"line", located ? json(place.line) : json()},
            {"column", place.column > 0 ? json(place.column) : json()},
            {"kernel", located ? json(place.function) : json()},
            {"laws", codes},
            {"devices", devices},
            {"values", values_json(b.values)},
            {"other_values", values_json(b.other_values)},
            {"stored_at", writer_json(b)},
            {"likely_lines", likely_json(b)},
            {"fails_when", b.fails_when},
            {"instead", b.instead},
            {"elements", b.smallest.must.empty() ? json()
                                                 : json{{"columns", b.smallest.columns},
                                                        {"must", b.smallest.must},
                                                        {"is", b.smallest.is}}},
            {"sentence", sentence(b.lead)},
            {"why", to_json(b.lead)},
            {"case", shown.what.the_case},
            {"replay", shown.file.empty() ? json() : json(replay_command(shown.file))},
            {"findings", findings},
            {"earlier_findings", earlier}};
}

}  // namespace tileproof::report
