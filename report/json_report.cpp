// SPDX-License-Identifier: MIT
#include "report/json_report.hpp"

#include "report/bug_json.hpp"
#include "report/terminal_report.hpp"

#include <nlohmann/json.hpp>

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

}  // namespace

json json_report(const campaign_report& report, const gpu_names& gpus) {
    json j{{"tileproof_report", 1},
           {"seed", report.seed},
           {"seconds", report.seconds},
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
           {"warnings", report.warnings},
           {"troubles", report.troubles}};
    if (report.cases_asked)
        j["cases_asked"] = *report.cases_asked;
    else
        j["budget_seconds"] = report.budget_seconds;
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

}  // namespace tileproof::report
