// SPDX-License-Identifier: MIT

#include "report/bug_text.hpp"
#include "report/reports.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace tileproof::report {

using namespace fuzz;

namespace {

using nlohmann::json;

json row_json(const campaign_report& report, const law_row& row) {
    std::int64_t discarded = 0;
    for (const property_report& p : report.properties)
        if (p.name == row.property) discarded = p.counts.discarded;
    json j{{"law", properties::about(row.law).code},
           {"law_name", properties::about(row.law).name},
           {"property", row.property},
           {"subject", row.subject},
           {"device", row.device},
           {"cases", row.judged},
           {"failed_cases", row.failed},
           {"discarded", discarded},
           {"verdict", name_of(row.what)}};
    if (!row.sentence.empty()) j["sentence"] = row.sentence;
    if (row.finding) j["finding"] = *row.finding;
    return j;
}

json property_json(const property_report& p) {
    return {{"name", p.name},
            {"subject", p.subject},
            {"device", p.device},
            {"cases", p.counts.cases},
            {"discarded", p.counts.discarded},
            {"discard_reasons", p.counts.reasons},
            {"labels", p.counts.labels},
            {"problems", p.problems},
            {"seconds", p.seconds}};
}

json finding_json(const reported_finding& f) {
    json j = to_json(f.what, f.file);
    j["file"] = f.file.empty() ? json() : json(f.file.string());
    if (f.file.empty()) j["replay"] = nullptr;
    if (!f.store_problem.empty()) j["store_problem"] = f.store_problem;
    return j;
}

using namespace properties;

// The values of variables: "17" and "true" become a number and a boolean, what stands behind a comma a note.
json values_json(const std::vector<devices::asked_values::variable>& values) {
    json all = json::array();
    for (const auto& v : values) {
        const std::size_t comma = std::min(v.value.find(", "), v.value.size());
        const std::string value = v.value.substr(0, comma);
        all.push_back(
            {{"name", v.name}, {"value", json::accept(value) ? json::parse(value) : json(value)}});
        if (comma < v.value.size()) all.back()["note"] = v.value.substr(comma + 2);
    }
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

json json_report(const campaign_report& report, const gpu_names& gpus) {
    json j{{"tileproof_report", 1},
           {"seed", report.seed ? json(*report.seed) : json()},
           {"seconds", report.seconds},
           {"explaining_seconds", report.explaining_seconds},
           {"cases", report.cases()},
           {"interrupted", report.interrupted},
           {"verdict", report.verdict()},
           {"exit_code", report.exit_code()},
           {"gpus", gpus},
           {"rows", json::array()},
           {"properties", json::array()},
           {"bugs", json::array()},
           {"findings", json::array()},
           {"earlier_findings", json::array()},
           {"not_judged", report.not_judged()},
           {"controls", json::array()},
           {"blind_spots", report.blind_spots()},
           {"code", json::array()},
           {"warnings", report.warnings},
           {"troubles", report.troubles}};
    if (report.cases_asked)
        j["cases_asked"] = *report.cases_asked;
    else
        j["budget_seconds"] = report.budget_seconds;
    for (const control& c : report.controls)
        j["controls"].push_back({{"subject", c.subject},
                                 {"kernel", c.kernel},
                                 {"cases", c.cases},
                                 {"told_apart", c.told_apart}});
    for (const auto& [at, reached] : report.code()) {
        static constexpr const char* what[] = {"line", "condition true", "condition false"};
        if (at.what == devices::code_point::kind::kernel) continue;  // a sentence tells it
        j["code"].push_back({{"file", at.file},
                             {"line", at.line},
                             {"column", at.column},
                             {"what", what[static_cast<int>(at.what)]},
                             {"reached", reached}});
    }
    for (const law_row& row : report.rows) j["rows"].push_back(row_json(report, row));
    for (const property_report& p : report.properties) j["properties"].push_back(property_json(p));
    const std::vector<bug_evidence> evidence = report.evidence();
    for (const bug& b : report.bugs) j["bugs"].push_back(bug_json(b, evidence));
    for (const reported_finding& f : report.findings) j["findings"].push_back(finding_json(f));
    for (const rerun_finding& r : report.reruns) {
        json earlier = r.fails() ? to_json(r.now(), r.file) : json::object();
        earlier["file"] = r.file.string();
        earlier["law"] = properties::about(r.before.law).code;
        earlier["property"] = r.before.property;
        earlier["state"] = r.state();
        earlier["sentence"] = r.again ? r.again->sentence : "";
        j["earlier_findings"].push_back(std::move(earlier));
    }
    return j;
}

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
            {"hides", b.hides},
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
