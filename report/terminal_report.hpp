// SPDX-License-Identifier: MIT
// A campaign's report for people: a table of at most 100 columns, the bugs, one verdict.
//
// With bugs, the table is a line for each subject, because the bugs say the rest. Without, one row for each law and
// subject. Of a long table the laws of a subject that held in as many cases share a row, "K1-K5 K8"; whatever did not
// hold keeps its own.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "report/code_frame.hpp"

#include <string>

namespace tileproof::properties {

// `page`: the file with the same as a page; empty: there is none.
std::string terminal_report(const campaign_report& report, const text_colours& colours = {},
                            const std::string& page = "");

// The name of a verdict, as all reports write it: "held", "FAILED", "not judged", "stopped".
std::string_view name_of(law_row::verdict v);

}  // namespace tileproof::properties
