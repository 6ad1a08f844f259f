// A campaign's report for people: a table of at most 100 columns, the findings, one verdict.
#pragma once

#include "properties/campaign/campaign_report.hpp"

#include <string>

namespace tileproof::properties {

std::string terminal_report(const campaign_report& report);

// The name of a verdict, as all reports write it: "held", "FAILED", "not judged", "stopped".
std::string_view name_of(law_row::verdict v);

}  // namespace tileproof::properties
