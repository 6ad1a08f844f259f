// SPDX-License-Identifier: MIT
// A coverage-guided campaign as a page: its bugs, as in a report, and a table of its targets.
//
//   write_report("fuzz.html", html_fuzz(state, stored_findings, "fuzz, 8 h"));
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "report/code_frame.hpp"

#include <string>
#include <vector>

namespace tileproof::properties {

std::string html_fuzz(const fuzz_state&, const std::vector<bug_evidence>& findings,
                      const std::string& heading, const source_reader& read = read_source);

}  // namespace tileproof::properties
