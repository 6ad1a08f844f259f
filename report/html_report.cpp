// SPDX-License-Identifier: MIT

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "report/coverage.hpp"
#include "report/html_page.hpp"
#include "report/reports.hpp"
#include "system/text.hpp"

namespace tileproof::report {

using namespace fuzz;
using system::with_separators;

namespace {

using verdict = law_row::verdict;

const char* class_of(verdict v) {
    return v == verdict::held ? "held" : v == verdict::failed ? "failed" : "open";
}

std::string row_of(const law_row& r) {
    return fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"{}\">{}</td><td>{}</td></tr>\n",
        escaped(properties::title(r.law)), with_separators(r.judged), with_separators(r.failed),
        class_of(r.what), name_of(r.what), r.what == verdict::held ? "" : escaped(r.sentence));
}

// A table for each subject on each device, folded if all its checks held.
std::string laws(const campaign_report& report) {
    std::map<std::string_view, std::vector<const law_row*>> rows;
    for (const law_row& r : report.rows) rows[r.property].push_back(&r);
    std::string text;
    for (const property_report& p : report.properties) {
        const auto it = rows.find(p.name);
        if (it == rows.end()) continue;
        std::string body, words = p.subject + ' ' + p.device;
        std::int64_t held = 0;
        for (const law_row* r : it->second) {
            body += row_of(*r);
            held += r->what == verdict::held;
            words += ' ' + std::string(properties::about(r->law).code) + ' ' +
                     std::string(name_of(r->what));
        }
        const auto all = std::ssize(it->second);
        std::transform(words.begin(), words.end(), words.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        text += fmt::format(
            "<details data-words=\"{}\"{}><summary>{}: <span class=\"{}\">{} of {} held</span> "
            "<span class=\"n\">{} cases</span></summary>\n<div "
            "class=\"scroll\"><table><thead><tr><th scope=\"col\">Law</th><th class=\"n\" "
            "scope=\"col\">Cases</th><th class=\"n\" scope=\"col\">Failed</th><th "
            "scope=\"col\">Verdict</th><th "
            "scope=\"col\">Why</th></tr></thead><tbody>\n{}</tbody></table></div></details>\n",
            escaped(words), held == all ? "" : " open", escaped(subject_on(p.subject, p.device)),
            held == all ? "held" : "failed", held, all, with_separators(p.counts.cases), body);
    }
    if (text.empty()) return text;
    return "<p hidden><label for=\"wanted\">Show checks with</label> <input id=\"wanted\" "
           "type=\"search\" placeholder=\"transpose K3 failed\"></p>\n" +
           text;
}

// Bars of one group of labels, the most frequent value first.
std::string chart(const std::string& group,
                  std::vector<std::pair<std::string, std::int64_t>> values, std::int64_t cases) {
    constexpr std::size_t most = 40;
    std::ranges::stable_sort(values,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t left_out = values.size() > most ? values.size() - most : 0;
    if (left_out > 0) values.resize(most);
    std::string text = fmt::format(
        "<table><caption class=\"quiet\">{}{}</caption><thead><tr><th scope=\"col\">Value</th><th "
        "class=\"n\" scope=\"col\">Share</th><th scope=\"col\">Chart</th></tr></thead><tbody>\n",
        escaped(group), left_out ? fmt::format(" ({} more values)", left_out) : "");
    for (const auto& [value, n] : values) {
        const double share =
            cases > 0 ? 100.0 * static_cast<double>(n) / static_cast<double>(cases) : 0;
        text += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{:.1f} %</td><td class=\"chart\"><span "
            "class=\"bar\" style=\"width:{:.1f}%\"></span></td></tr>\n",
            escaped(value), share, std::min(share, 100.0));
    }
    return text + "</tbody></table>\n";
}

// "transpose_tiled, transpose_best and 12 others"
std::string names_of(const std::vector<std::string>& subjects) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(subjects.size(), most); ++i)
        text += (i ? ", " : "") + subjects[i];
    return subjects.size() > most ? text + fmt::format(" and {} others", subjects.size() - most)
                                  : text;
}

std::string coverage(const campaign_report& report) {
    std::string text;
    for (const covered_section& section : covered_sections(report)) {
        std::map<std::string, std::vector<std::pair<std::string, std::int64_t>>> groups;
        for (const auto& [label, n] : section.labels) {
            const std::size_t colon = label.find(": ");
            if (colon != label.npos && !label.starts_with("largest "))
                groups[label.substr(0, colon)].push_back({label.substr(colon + 2), n});
        }
        if (groups.empty()) continue;
        text += fmt::format("<details><summary>{} <span class=\"n\">{} cases</span></summary>\n",
                            escaped(names_of(section.subjects)), with_separators(section.cases));
        for (auto& [group, values] : groups) text += chart(group, std::move(values), section.cases);
        text += "</details>\n";
    }
    return text;
}

std::string sentences(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& s : list) text += element("li", s) + '\n';
    return text.empty() ? text : "<ul>\n" + text + "</ul>\n";
}

std::string earlier(const campaign_report& report) {
    std::vector<std::string> list;
    for (const rerun_finding& r : report.reruns)
        list.push_back(fmt::format("{} on {} ({}): {}", properties::title(r.before.law),
                                   r.before.property, r.file.string(),
                                   r.again ? what_came_of(*r.again, r.before.law)
                                           : "It was not chosen, or this run was stopped before."));
    return sentences(list);
}

std::string targets(const fuzz_state& state) {
    std::string text =
        "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Target</th><th class=\"n\" "
        "scope=\"col\">Executions</th><th class=\"n\" scope=\"col\">Coverage</th><th class=\"n\" "
        "scope=\"col\">Corpus</th><th scope=\"col\">Trouble</th></tr></thead><tbody>\n";
    for (const auto& [name, t] : state.targets)
        text += fmt::format(
            "<tr>{}<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>{}</tr>\n",
            element("th", name, "scope=\"row\""), with_separators(t.executions),
            with_separators(t.coverage), with_separators(t.corpus), element("td", t.trouble));
    return text + "</tbody></table></div>\n";
}

}  // namespace

std::string html_report(const campaign_report& report, const gpu_names& gpus,
                        const std::string& heading, const source_reader& read) {
    const std::vector<bug_evidence> evidence = report.evidence();
    std::string bugs;
    std::size_t number = 0;
    for (const bug& b : report.bugs) bugs += html_bug(b, evidence, ++number, read);
    std::vector<std::string> problems = report.troubles, machines;
    problems.insert(problems.end(), report.warnings.begin(), report.warnings.end());
    for (const auto& [device, gpu] : gpus) machines.push_back(device + ": " + gpu);
    page p{
        .heading = heading,
        .notes = machines,
        .state = report.failed()           ? "failed"
                 : report.exit_code() == 0 ? "held"
                                           : "open",
        .verdict = report.verdict(),
        .parts = {
            {"bugs", report.bugs.size() == 1 ? "1 bug" : fmt::format("{} bugs", report.bugs.size()),
             bugs},
            {"laws", fmt::format("{} checks", report.rows.size()), laws(report)},
            {"coverage", "What the cases covered", coverage(report)},
            {"earlier", "Earlier findings", earlier(report)},
            {"blind", "What this test cannot tell", sentences(report.blind_spots())},
            {"problems", "Problems of the run", sentences(problems)}}};
    for (const further_text& t : report.further)
        p.parts.push_back(
            {t.id, t.title, element("pre", t.text, "class=\"frame\" tabindex=\"0\"")});
    return html_page(p);
}

std::string html_fuzz(const fuzz_state& state, const std::vector<bug_evidence>& findings,
                      const std::string& heading, const source_reader& read) {
    std::vector<const finding*> all;
    for (const bug_evidence& e : findings) all.push_back(&e.what);
    const std::vector<bug> bugs = bugs_of(all);
    std::string shown;
    for (std::size_t i = 0; i < bugs.size(); ++i) shown += html_bug(bugs[i], findings, i + 1, read);
    std::int64_t executions = 0;
    for (const auto& [name, t] : state.targets) executions += t.executions;
    const bool failed = !state.findings.empty();
    const std::string verdict = fmt::format(
        "{}: {} finding{} in {} executions of {} target{} ({:.0f} s).", failed ? "FAILED" : "HELD",
        state.findings.size(), state.findings.size() == 1 ? "" : "s", with_separators(executions),
        state.targets.size(), state.targets.size() == 1 ? "" : "s", state.seconds);
    return html_page(
        {.heading = heading,
         .notes = {},
         .state = failed ? "failed" : "held",
         .verdict = verdict,
         .parts = {
             {"bugs", bugs.size() == 1 ? "1 bug" : fmt::format("{} bugs", bugs.size()), shown},
             {"targets", "Targets", targets(state)}}});
}

}  // namespace tileproof::report
