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

// The subject on the device that watches accesses; null: it is not there.
const property* watched(const property_list& properties, const std::string& subject) {
    for (const auto& p : properties)
        if (p->subject() == subject && p->device() == "cpu-checked") return p.get();
    return nullptr;
}

}  // namespace

void explain_bugs(campaign_report& report, const property_list& properties, double seconds) {
    using clock = std::chrono::steady_clock;
    if (report.interrupted) return;
    const auto end = clock::now() + std::chrono::duration<double>(seconds);
    listed_properties known(properties);
    const std::vector<bug_evidence> evidence = report.evidence();
    for (std::size_t i = 0; i < report.bugs.size(); ++i) {
        bug& b = report.bugs[i];
        const double left = std::chrono::duration<double>(end - clock::now()).count();
        if (left <= 0) return;
        const finding& shown = evidence[b.leading].what;
        if (const auto at = known.find(shown).position)
            add_values(b, *properties[*at], shown.the_case, std::min(seconds_for_values, left));
        if (const property* const p = watched(properties, shown.subject); p && is_wrong_value(b))
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
