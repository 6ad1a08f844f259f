// SPDX-License-Identifier: MIT
// A campaign as one page: a single file that needs no network, for light and dark screens, paper, keyboards and
// screen readers.
//
//   write_report("verdict.html", html_report(report, {}, "examples/wrong_transpose.hip"));
//
// It has the verdict, each bug with its lines of source, a table of laws for each subject (folded if all held), bars
// of what the cases covered, and earlier findings. 10,000 rows are 3 MB and are rendered as they come into view.
#pragma once

#include <string>
#include <vector>

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "report/code_frame.hpp"
#include "report/gpu_names.hpp"

namespace tileproof::report {

std::string html_report(const fuzz::campaign_report& report, const gpu_names& gpus,
                        const std::string& heading, const source_reader& read = read_source);

// A coverage-guided campaign as a page: its bugs, as in a report, and a table of its targets.
//
//   write_report("fuzz.html", html_fuzz(state, stored_findings, "fuzz, 8 h"));

std::string html_fuzz(const fuzz::fuzz_state&, const std::vector<fuzz::bug_evidence>& findings,
                      const std::string& heading, const source_reader& read = read_source);

}  // namespace tileproof::report
