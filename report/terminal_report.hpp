// SPDX-License-Identifier: MIT
// A campaign's report as text: a table of at most 100 columns, the bugs, one verdict.
//
// With bugs, the table has one line per subject, because the bugs say the rest. Without, one row per law and subject.
// In a long table, the laws of a subject that held in equally many cases share a row, "K1-K5 K8"; those that did not
// hold keep their own.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "report/code_frame.hpp"

#include <string>

namespace tileproof::report {

// `page`: the file of the HTML page with the same content; empty: there is none.
std::string terminal_report(const fuzz::campaign_report& report, const text_colours& colours = {},
                            const std::string& page = "");

// The name of a verdict in all reports: "held", "FAILED", "not judged", "stopped".
std::string_view name_of(fuzz::law_row::verdict v);

}  // namespace tileproof::report
