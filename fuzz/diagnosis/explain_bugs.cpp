// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/explain_bugs.hpp"

#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/tried_barrier.hpp"
#include "fuzz/diagnosis/values_at.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;

namespace {

constexpr double seconds_for_values = 1, seconds_for_barriers = 2;
// Beside the others' time.
constexpr double seconds_for_lines = 4, seconds_for_all_lines = 12;
constexpr double seconds_of_grace = 1;  // for who keeps to its time nearly

bool is_wrong_value(const bug& b) {
    return !is_located(b.lead) && b.lead.kind == failure_kind::wrong_value &&
           (b.lead.law == law_id::K1 || b.lead.law == law_id::K7);
}

bool may_have_likely_lines(const bug& b) {
    return is_wrong_value(b) || (!is_located(b.lead) && b.lead.kind == failure_kind::unwritten);
}

// The same on the device that watches accesses; null: it is not there.
const property* watched(finding_properties& known, finding f) {
    if (f.device == "host") return nullptr;
    f.device = "cpu-checked";
    f.property = f.subject + "@cpu-checked";
    const auto position = known.find(f).position;
    return position ? known.list()[*position].get() : nullptr;
}

void explain(bug& b, const finding& shown, std::span<const failure> of_bug,
             finding_properties& known, double left, double seconds, const explainer& find_out) {
    if (const auto at = known.find(shown).position)
        add_values(b, *known.list()[*at], shown.the_case, std::min(seconds_for_values, left));
    if (b.lines)
        if (const property* const p = watched(known, shown))
            try_barriers(b, *p, shown.the_case, std::min(seconds_for_barriers, left));
    if (is_wrong_value(b))
        if (const property* const p = watched(known, shown))
            add_writer(b, *p, shown.the_case, std::min(seconds_for_values, left));
    diagnosis d =
        diagnose_apart([&] { return find_out(shown, of_bug, known, {.seconds = seconds}); },
                       seconds + seconds_of_grace);
    b.fails_when = d.fails_when.empty() ? d.how_often() : d.when();
    b.cases = std::move(d.cases);
    b.instead = std::move(d.instead);
    b.smallest = std::move(d.smallest);
    if (!d.heading.empty()) b.heading = std::move(d.heading);
}

}  // namespace

void explain_bugs(campaign_report& report, const home_of_finding& home, double seconds,
                  const explainer& find_out, const line_finder& find_lines) {
    using clock = std::chrono::steady_clock;
    if (report.interrupted) return;
    auto end = clock::now() + std::chrono::duration<double>(seconds);
    double left_for_lines = seconds_for_all_lines;
    const std::vector<bug_evidence> evidence = report.evidence();
    for (std::size_t i = 0; i < report.bugs.size(); ++i) {
        bug& b = report.bugs[i];
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) return;
        const finding& shown = evidence[b.leading].what;
        std::vector<failure> of_bug{b.lead};  // one that names its line stands for itself
        for (const std::size_t k : b.findings)
            if (!is_located(b.lead)) of_bug.push_back(evidence[k].what.why);
        try {
            explain(b, shown, of_bug, home(shown), left,
                    left / static_cast<double>(report.bugs.size() - i), find_out);
            if (!find_lines || !shown.kernel || !may_have_likely_lines(b) || left_for_lines <= 0 ||
                !home(shown).find(shown).position)
                continue;
            const auto begin = clock::now();
            b.likely = find_lines(shown, std::min(seconds_for_lines, left_for_lines));
            const auto took = clock::now() - begin;
            left_for_lines -=
                std::min(std::chrono::duration<double>(took).count(), seconds_for_lines);
            end += took;
        } catch (const std::exception& e) {
            report.warnings.push_back(fmt::format(
                "Bug {} is not explained any further: what was tried with it came to a bad end. {}",
                i + 1, e.what()));
        }
    }
}

}  // namespace tileproof::diagnosis
