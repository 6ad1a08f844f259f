// SPDX-License-Identifier: MIT
#include "report/html_fuzz.hpp"

#include "report/html_bug.hpp"
#include "report/html_page.hpp"
#include "report/html_text.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

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

}  // namespace tileproof::properties
