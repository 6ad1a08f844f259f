// SPDX-License-Identifier: MIT
// The bugs of a campaign with what more cases tell of them: when each fails, what is done instead, what it is called.
//
//   explain_bugs(report, properties, 5);
//   report.bugs[1].heading        "Rows and columns are swapped in the output index", was "Write beyond the end of the output"
//   report.bugs[1].fails_when     "exactly when columns > rows (...)"; empty where nothing fits
//
// What one bug leaves of its time, the next one has.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "properties/property.hpp"

namespace tileproof::diagnosis {

void explain_bugs(properties::campaign_report&, const properties::property_list&, double seconds);

}  // namespace tileproof::diagnosis
