// SPDX-License-Identifier: MIT
// The bugs of a campaign with what more cases tell of them: when each fails, what is done instead, what it is called.
//
//   explain_bugs(report, [&](const finding&) -> finding_properties& { return known; }, 5);
//   report.bugs[1].heading        "Rows and columns are swapped in the output index", was "Write beyond the end of the output"
//   report.bugs[1].fails_when     "exactly when columns > rows (...)"; empty where nothing fits
//
// What one bug leaves of its time, the next one has. Whatever explaining does, the report stands: it runs in child
// processes, and what came of a bad end is one of the report's warnings.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/diagnosis/diagnose_finding.hpp"
#include "fuzz/worker/rerun.hpp"

#include <functional>

namespace tileproof::diagnosis {

// Where the property of a finding is looked for: a stored one may be of another build than the campaign's.
using home_of_finding = std::function<fuzz::finding_properties&(const fuzz::finding&)>;

using explainer =
    std::function<diagnosis(const fuzz::finding&, std::span<const properties::failure> of_bug,
                            fuzz::finding_properties&, const sampling_limits&)>;

// Of a wrong value: likely_lines.hpp, where it is asked for.
using line_finder =
    std::function<std::vector<fuzz::likely_line>(const fuzz::finding&, double seconds)>;

void explain_bugs(fuzz::campaign_report&, const home_of_finding&, double seconds,
                  const explainer& = diagnose_finding, const line_finder& = {});

}  // namespace tileproof::diagnosis
