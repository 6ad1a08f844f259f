// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include "report/bug_text.hpp"
#include "report/coverage.hpp"
#include "system/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace tileproof::report {

using namespace fuzz;
using properties::about;
using properties::law_id;
using properties::title;
using system::report_width;
using system::shortened;
using system::with_separators;
using system::wrapped;

namespace {

constexpr std::size_t covered_width = 44;
constexpr std::size_t most_single_rows = 48;  // above this, laws that held alike share a row

const property_report& property_of(const campaign_report& report, const law_row& row) {
    return *std::ranges::find_if(report.properties,
                                 [&](const property_report& p) { return p.name == row.property; });
}

// "K1-K5 K8" for K1, K2, K3, K4, K5 and K8.
std::string codes_of(const std::vector<law_id>& laws) {
    std::string text;
    for (std::size_t i = 0, end = 0; i < laws.size(); i = end) {
        const std::string_view first = about(laws[i]).code;
        const auto follows = [&](std::size_t k) {
            return static_cast<int>(laws[k]) == static_cast<int>(laws[k - 1]) + 1 &&
                   about(laws[k]).code.front() == first.front();
        };
        for (end = i + 1; end < laws.size() && follows(end);) ++end;
        const std::string_view last = about(laws[end - 1]).code;
        text += fmt::format("{}{}{}{}", i ? " " : "", first,
                            end - i > 2    ? "-"
                            : end - i == 2 ? " "
                                           : "",
                            end - i > 1 ? last : "");
    }
    return text;
}

// The same, or the title of a single law.
std::string names_of(const std::vector<law_id>& laws) {
    return laws.size() == 1 ? title(laws[0]) : codes_of(laws);
}

// The laws of a row of the table; none if an earlier row includes this one.
std::vector<law_id> laws_of_row(const campaign_report& report, const law_row& row) {
    if (report.rows.size() <= most_single_rows || row.what != law_row::verdict::held)
        return {row.law};
    std::vector<law_id> laws;
    for (const law_row& other : report.rows)
        if (other.property == row.property && other.what == row.what && other.judged == row.judged)
            laws.push_back(other.law);
    if (laws.front() != row.law) laws.clear();
    return laws;
}

// The worst outcome of a law on the devices where it was judged: held on one, it has held though stopped on another.
law_row::verdict worst_of(const std::vector<law_row::verdict>& met) {
    using enum law_row::verdict;
    for (const auto v : {failed, held, not_judged})
        if (std::ranges::find(met, v) != met.end()) return v;
    return stopped;
}

// With bugs: one line per subject, because the bugs say the rest.
std::string short_line(const campaign_report& report, const std::string& subject) {
    std::string effort;
    for (const property_report& p : report.properties)
        if (p.subject == subject)
            effort += fmt::format(", {}{}{}", with_separators(p.counts.cases),
                                  effort.empty() ? " cases" : "",
                                  p.device == "host" ? "" : " on " + p.device);
    std::map<law_id, std::vector<law_row::verdict>> met;
    for (const law_row& row : report.rows)
        if (row.subject == subject) met[row.law].push_back(row.what);
    std::string verdicts;
    for (const auto v : {law_row::verdict::failed, law_row::verdict::stopped,
                         law_row::verdict::not_judged, law_row::verdict::held}) {
        std::vector<law_id> laws;
        for (const auto& [law, all] : met)
            if (worst_of(all) == v) laws.push_back(law);
        if (!laws.empty())
            verdicts +=
                fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", name_of(v), codes_of(laws));
    }
    return verdicts.empty() ? "" : wrapped(fmt::format("{}{}: {}", subject, effort, verdicts), "");
}

std::string short_table(const campaign_report& report) {
    std::string text;
    std::set<std::string> seen;
    for (const property_report& p : report.properties)
        if (seen.insert(p.subject).second) text += short_line(report, p.subject);
    return text;
}

std::string table(const campaign_report& report) {
    std::string text = fmt::format("{:<21}{:>11}{:>11}  {:<{}} {}\n", "law", "cases", "discarded",
                                   "covered", covered_width, "verdict");
    std::string group;
    for (const law_row& row : report.rows) {
        if (std::string title = subject_on(row.subject, row.device); title != group)
            text += shortened(group = std::move(title), report_width) + '\n';
        const std::vector<law_id> laws = laws_of_row(report, row);
        if (laws.empty()) continue;
        const property_report& p = property_of(report, row);
        text += fmt::format("  {:<19}{:>11}{:>11}  {:<{}} {}\n", names_of(laws),
                            with_separators(row.judged), with_separators(p.counts.discarded),
                            covered_in_short(p.counts.labels, p.required, covered_width),
                            covered_width, name_of(row.what));
    }
    return text;
}

std::string coverage_table(const campaign_report& report) {
    std::string text;
    for (const covered_section& b : covered_sections(report)) {
        text += wrapped(fmt::format("Covered by the {} cases of {}:", with_separators(b.cases),
                                    fmt::join(b.subjects, ", ")),
                        "");
        for (const std::string& line : covered_in_full(b.labels, b.cases))
            text += wrapped(line, "  ");
    }
    return text;
}

std::string bugs(const campaign_report& report, const text_colours& colours) {
    const std::vector<bug_evidence> evidence = report.evidence();
    std::string text;
    std::size_t number = 0;
    for (const bug& b : report.bugs) {
        if (number > 0) text += '\n';
        text += bug_text(b, evidence, ++number, colours);
        const bug_evidence& shown = evidence[b.leading];
        if (!shown.what.minimized) text += "            (time ran out before it was minimized)\n";
        if (shown.earlier) continue;
        const std::string& problem = report.findings[shown.position].store_problem;
        if (!problem.empty()) text += wrapped("It could not be stored. " + problem, "   ");
    }
    return text;
}

// Why checks without a finding did not hold, those with one reason in one line; not those that a bug has stopped.
std::string reasons(const campaign_report& report) {
    std::string text;
    for (auto row = report.rows.begin(); row != report.rows.end(); ++row) {
        const auto same = [&](const law_row& other) {
            return other.property == row->property && other.what == row->what &&
                   other.sentence == row->sentence && !other.finding;
        };
        if (row->what == law_row::verdict::held || row->finding ||
            std::any_of(report.rows.begin(), row, same) ||
            (row->what == law_row::verdict::stopped && !report.bugs.empty()))
            continue;
        std::vector<law_id> laws;
        for (const law_row& other : report.rows)
            if (same(other)) laws.push_back(other.law);
        text += wrapped(
            fmt::format("{} of {}, {}: {}", names_of(laws), subject_on(row->subject, row->device),
                        name_of(row->what), row->sentence),
            "- ");
    }
    return text;
}

// Earlier findings; those that still fail are bugs and listed there.
std::string reruns(const campaign_report& report) {
    std::string text;
    std::size_t failing = 0;
    for (const rerun_finding& r : report.reruns) {
        if (r.fails() && !report.bugs.empty()) {
            ++failing;
            continue;
        }
        const std::string which =
            fmt::format("{} on {} ({})", title(r.before.law), r.before.property, r.file.string());
        text +=
            wrapped(fmt::format("{}: {}", which,
                                r.again ? what_came_of(*r.again, r.before.law)
                                        : "It was not selected, or this run was stopped first."),
                    "- ");
    }
    if (failing > 0)
        text += fmt::format("- {} of {} still fail{}: they are among the bugs below.\n", failing,
                            report.reruns.size(), failing == 1 ? "s" : "");
    return text;
}

std::string blind_spots(const campaign_report& report) {
    std::string text;
    for (const std::string& sentence : report.blind_spots()) text += wrapped(sentence, "- ");
    return text;
}

std::string section(std::string_view title, const std::string& body) {
    return body.empty() ? "" : fmt::format("\n{}\n{}", title, body);
}

}  // namespace

std::string subject_on(const std::string& subject, const std::string& device) {
    return device == "host" ? subject : subject + " on " + device;
}

std::string_view name_of(law_row::verdict v) {
    static constexpr std::string_view names[] = {"held", "FAILED", "not judged", "stopped"};
    return names[static_cast<std::size_t>(v)];
}

std::string terminal_report(const campaign_report& report, const text_colours& colours,
                            const std::string& page) {
    const bool with_bugs = !report.bugs.empty();
    std::string text = with_bugs ? short_table(report) : table(report);
    if (std::string body = with_bugs ? "" : coverage_table(report); !body.empty())
        text += '\n' + body;
    text += section("Earlier findings", reruns(report));
    text +=
        section(fmt::format("{} bug{}{}", report.bugs.size(), report.bugs.size() == 1 ? "" : "s",
                            page.empty() ? "" : ", with pictures in " + page),
                bugs(report, colours));
    text += section("Other checks that did not hold", reasons(report));
    text += section("What this test cannot tell", blind_spots(report));
    text += '\n';
    if (const std::string fewest = report.fewest_cases(); !fewest.empty()) text += fewest + '\n';
    return text + report.verdict() + '\n';  // one line, however long
}

}  // namespace tileproof::report
