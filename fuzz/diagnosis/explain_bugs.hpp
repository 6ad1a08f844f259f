// SPDX-License-Identifier: MIT
// The bugs of a campaign with what more cases tell of them: when each fails, what is done instead, what it is called.
//
//   explain_bugs(report, [&](const finding&) -> finding_properties& { return known; }, 5);
//   report.bugs[1].heading        "Rows and columns are swapped in the output index", was "Write beyond the end of the output"
//   report.bugs[1].fails_when     "exactly when columns > rows (...)"; empty where nothing fits
//
// What fails with a barrier in place that mends a race is a bug of its own, and bugs that one small change mends are one.
//
// What one bug leaves of its time, the next one has. Whatever explaining does, the report stands: it runs in child
// processes, and what came of a bad end is one of the report's warnings.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "fuzz/diagnosis/likely_lines.hpp"
#include "fuzz/diagnosis/missing_barriers.hpp"
#include "fuzz/finding/bug.hpp"
#include "fuzz/worker/rerun.hpp"
#include "properties/property.hpp"

#include <functional>

#include <nlohmann/json_fwd.hpp>

namespace tileproof::diagnosis {

using explainer =
    std::function<diagnosis(const fuzz::finding&, std::span<const properties::failure> of_bug,
                            fuzz::finding_properties&, const sampling_limits&)>;

// Of a wrong value: likely_lines.hpp, where it is asked for.
using line_finder = std::function<found_lines(
    const fuzz::finding&, const std::vector<const fuzz::finding*>& others, double seconds)>;

// Conditions have `seconds`, barriers and lines some more. Cases run on so many workers at a time.
void explain_bugs(fuzz::campaign_report&, const home_of_finding&, double seconds,
                  std::size_t workers = 1, const explainer& = diagnose_finding,
                  const line_finder& = {});

// What the variables held that a wrong access computed its address of: the failing case is run once more, in a child
// process and on a device that watches accesses, which is asked to say it.
//
//   bug b = ...;                          // thread (1,1,0) writes out[row * pitch + column]
//   add_values(b, property, the_case, 1);
//   b.values                              {{"row", "3"}, {"pitch", "16"}, {"column", "17"}}

// Nothing is added where the device knows none, or the case does not show the access again. Where `seconds` were not
// enough, b.why_no_values says so.
void add_values(fuzz::bug& b, const properties::property&, const nlohmann::json& the_case,
                double seconds);

// Of a wrong value: b.writer, when this property watches accesses and its case shows a wrong value.
void add_writer(fuzz::bug& b, const properties::property&, const nlohmann::json& the_case,
                double seconds);

}  // namespace tileproof::diagnosis
