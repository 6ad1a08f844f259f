// SPDX-License-Identifier: MIT
#include "fuzz/campaign/campaign_report.hpp"

#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tileproof::fuzz {
namespace {

std::string counted(std::int64_t n, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", system::with_separators(n), n == 1 ? one : many);
}

}  // namespace

finding rerun_finding::now() const {
    finding f = before;
    if (fails()) f.broken_by(*again->why, again->beside);
    return f;
}

std::vector<bug_evidence> campaign_report::evidence() const {
    std::vector<bug_evidence> all;
    for (std::size_t i = 0; i < findings.size(); ++i)
        all.push_back({findings[i].what, findings[i].file, false, i});
    for (std::size_t i = 0; i < reruns.size(); ++i) {
        const rerun_finding& r = reruns[i];
        const bool found_again = std::ranges::any_of(
            findings, [&](const auto& f) { return !f.file.empty() && f.file == r.file; });
        if (r.fails() && r.again->why && !found_again) all.push_back({r.now(), r.file, true, i});
    }
    return all;
}

void campaign_report::find_bugs() {
    const std::vector<bug_evidence> all = evidence();
    std::vector<const finding*> findings_of_all;
    for (const bug_evidence& e : all) findings_of_all.push_back(&e.what);
    bugs = bugs_of(findings_of_all);
}

std::int64_t campaign_report::cases() const {
    std::int64_t sum = 0;
    for (const property_report& p : properties) sum += p.counts.cases;
    return sum;
}

bool campaign_report::failed() const {
    return std::ranges::any_of(
               rows, [](const law_row& r) { return r.what == law_row::verdict::failed; }) ||
           std::ranges::any_of(reruns, [](const rerun_finding& r) { return r.fails(); });
}

// A few cases may be right by chance.
static bool is_blind(const control& c) {
    constexpr int enough = 8;
    return !c.told_apart && c.cases >= enough;
}

devices::reached_code campaign_report::code() const {
    tally all;
    for (const property_report& p : properties) all.add(p.counts);
    return std::move(all.code);
}

// A kernel holds as far as its code ran.
static void add_unreached(const devices::reached_code& code, std::vector<std::string>& sentences) {
    using kind = devices::code_point::kind;
    std::map<std::string, std::vector<std::string>> lines;
    for (const auto& [at, reached] : code) {
        const auto line = code.find({at.file, at.line, 0, kind::line});
        const bool ran = line != code.end() && line->second;
        if (at.what == kind::kernel) {
            if (!reached) sentences.push_back(fmt::format("No case launched {}.", at.file));
            continue;
        }
        if (at.what == kind::line && !ran) lines[at.file].push_back(std::to_string(at.line));
        if (at.what != kind::line && ran && !reached)
            sentences.push_back(fmt::format(
                "The condition in line {}, column {}, of {} was never {}.", at.line, at.column,
                at.file, at.what == kind::condition_true ? "true" : "false"));
    }
    for (const auto& [file, of_file] : lines)
        sentences.push_back(fmt::format("No case ran {} {} of {} on cpu-checked.",
                                        of_file.size() == 1 ? "line" : "lines",
                                        fmt::join(of_file, ", "), file));
}

// The first cases are the smallest ones, in which most mistakes of indices are right.
static void add_short(const property_report& p, std::vector<std::string>& sentences) {
    constexpr std::int64_t short_length = 3, enough = 10;
    std::int64_t longest = 0;
    for (const auto& [label, count] : p.counts.labels)
        if (label.starts_with("largest "))
            longest =
                std::max<std::int64_t>(longest, std::stoll(label.substr(label.find(": ") + 2)));
    if (longest > 0 && longest <= short_length && p.counts.cases < enough)
        sentences.push_back(fmt::format(
            "The {} of {} on {} had no length above {}: ask for more (--cases, --budget).",
            counted(p.counts.cases, "case", "cases"), p.subject, p.device, longest));
}

std::vector<std::string> campaign_report::blind_spots() const {
    std::vector<std::string> sentences;
    for (const property_report& p : properties) add_short(p, sentences);
    for (const control& c : controls)
        if (is_blind(c))
            sentences.push_back(
                fmt::format("The declaration of {} cannot tell a kernel that {}: that was right in "
                            "all of {} cases.",
                            c.subject, c.kernel, c.cases));
    add_unreached(code(), sentences);
    return sentences;
}

std::vector<std::string> campaign_report::not_judged() const {
    std::vector<std::string> sentences;
    for (auto begin = controls.begin(), end = begin; begin != controls.end(); begin = end) {
        end = std::find_if(begin, controls.end(),
                           [&](const control& c) { return c.subject != begin->subject; });
        if (std::all_of(begin, end, is_blind))
            sentences.push_back(fmt::format(
                "Whatever a kernel writes is right for {}: none of its controls failed.",
                begin->subject));
    }
    for (auto begin = rows.begin(), end = begin; begin != rows.end(); begin = end) {
        end = std::find_if(begin, rows.end(), [&](const law_row& r) {
            return r.subject != begin->subject || r.device != begin->device;
        });
        const bool alone = end - begin == 1;
        const auto says_something = [&](const law_row& r) {
            return r.what == law_row::verdict::failed ||
                   (r.what == law_row::verdict::held && (alone || r.law != properties::law_id::K9));
        };
        if (std::none_of(begin, end, says_something))
            sentences.push_back(fmt::format("{} on {} was not judged. {}", begin->subject,
                                            begin->device, begin->sentence));
    }
    return sentences;
}

int campaign_report::exit_code() const {
    if (failed()) return 1;
    const bool could_run = troubles.empty() && !interrupted && !rows.empty();
    return could_run && unread_findings == 0 && not_judged().empty() ? 0 : 2;
}

std::string campaign_report::seed_text() const {
    return seed ? fmt::format("seed {}", *seed) : "held-out cases";
}

std::string campaign_report::fewest_cases() const {
    if (properties.size() < 2 || exit_code() != 0) return "";
    const auto poorest = std::ranges::min_element(
        properties, {}, [](const property_report& p) { return p.counts.cases; });
    return fmt::format("The fewest cases: {} of {}.",
                       system::with_separators(poorest->counts.cases), poorest->name);
}

std::string campaign_report::verdict() const {
    std::int64_t held = 0, broken = 0, stopped = 0, unjudged = 0;
    for (const law_row& r : rows) {
        held += r.what == law_row::verdict::held;
        broken += r.what == law_row::verdict::failed;
        stopped += r.what == law_row::verdict::stopped;
        unjudged += r.what == law_row::verdict::not_judged;
    }
    const auto still =
        std::ranges::count_if(reruns, [](const rerun_finding& r) { return r.fails(); });
    const std::string tried = counted(cases(), "case", "cases");
    const std::string effort = fmt::format(
        "{:.1f} s{}, {}", seconds,
        explaining_seconds < 0.1 ? ""
                                 : fmt::format(" and {:.1f} s to explain it", explaining_seconds),
        seed_text());
    std::string text;
    if (broken + still > 0) {
        text = "FAILED: ";
        if (broken > 0) text += fmt::format("{} of {} checks", broken, rows.size());
        if (broken > 0 && still > 0) text += " and ";
        if (still > 0) text += counted(still, "earlier finding", "earlier findings");
        text +=
            fmt::format(" failed in {} ({}{})", tried, effort, interrupted ? ", interrupted" : "");
    } else if (!troubles.empty()) {
        text = fmt::format("COULD NOT RUN: {} ({})",
                           counted(troubles.size(), "problem", "problems"), effort);
    } else if (interrupted) {
        text = fmt::format("INTERRUPTED: no counterexample until then in {} ({})", tried, effort);
    } else if (rows.empty()) {
        return "COULD NOT RUN: nothing was selected.";
    } else if (const auto sentences = not_judged(); !sentences.empty()) {
        text = fmt::format("NOT JUDGED: {} ({}, {})", sentences.front(), tried, effort);
    } else {
        text = fmt::format("HELD: no counterexample to {} in {} ({})",
                           counted(held, "check", "checks"), tried, effort);
    }
    if (stopped > 0)
        text += fmt::format("; {} not judged {}", stopped,
                            broken > 0 ? "because of what failed" : "because they were stopped");
    if (unjudged > 0) text += fmt::format("; {} not judged", unjudged);
    if (unread_findings > 0)
        text += fmt::format("; {} could not be read",
                            counted(unread_findings, "earlier finding", "earlier findings"));
    return text + '.';
}

}  // namespace tileproof::fuzz
