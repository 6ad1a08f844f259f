// SPDX-License-Identifier: MIT
// A campaign as one page: a single file that needs no network, for light and dark screens, paper, keyboards and
// screen readers.
//
//   write_report("verdict.html", html_report(report, {}, "examples/wrong_transpose.hip"));
//
// It has the verdict, each bug with its lines of source, a table of laws for each subject (folded if all held), bars
// of what the cases covered, and earlier findings. 10,000 rows are 3 MB and are rendered as they come into view.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "report/code_frame.hpp"
#include "report/gpu_names.hpp"

#include <string>

namespace tileproof::properties {

std::string html_report(const campaign_report& report, const gpu_names& gpus,
                        const std::string& heading, const source_reader& read = read_source);

}  // namespace tileproof::properties
