// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/explain_bugs.hpp"

#include "fuzz/diagnosis/diagnose_finding.hpp"
#include "fuzz/diagnosis/values_at.hpp"

#include <algorithm>
#include <chrono>

namespace tileproof::diagnosis {

using namespace properties;

namespace {

constexpr double seconds_for_values = 1;

bool is_wrong_value(const bug& b) {
    return !is_located(b.lead) && b.lead.kind == failure_kind::wrong_value &&
           (b.lead.law == law_id::K1 || b.lead.law == law_id::K7);
}

// The same on the device that watches accesses; null: it is not there.
const property* watched(finding_properties& known, finding f) {
    if (f.device == "host") return nullptr;
    f.device = "cpu-checked";
    f.property = f.subject + "@cpu-checked";
    const auto position = known.find(f).position;
    return position ? known.list()[*position].get() : nullptr;
}

}  // namespace

void explain_bugs(campaign_report& report, const home_of_finding& home, double seconds) {
    using clock = std::chrono::steady_clock;
    if (report.interrupted) return;
    const auto end = clock::now() + std::chrono::duration<double>(seconds);
    const std::vector<bug_evidence> evidence = report.evidence();
    for (std::size_t i = 0; i < report.bugs.size(); ++i) {
        bug& b = report.bugs[i];
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) return;
        const finding& shown = evidence[b.leading].what;
        finding_properties& known = home(shown);
        if (const auto at = known.find(shown).position)
            add_values(b, *known.list()[*at], shown.the_case, std::min(seconds_for_values, left));
        if (is_wrong_value(b))
            if (const property* const p = watched(known, shown))
                add_writer(b, *p, shown.the_case, std::min(seconds_for_values, left));
        diagnosis d = diagnose_finding(
            shown, b.lead, known, {.seconds = left / static_cast<double>(report.bugs.size() - i)});
        b.fails_when = d.fails_when.empty() ? d.how_often() : d.when();
        b.cases = std::move(d.cases);
        b.instead = std::move(d.instead);
        b.smallest = std::move(d.smallest);
        if (!d.heading.empty()) b.heading = std::move(d.heading);
    }
}

}  // namespace tileproof::diagnosis
