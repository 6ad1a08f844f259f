// SPDX-License-Identifier: MIT
// The findings of all attempts as few: one a cause, as small as it gets.
//
//   findings_merge m = merge_findings("campaign", known, {.jobs = 8, .scratch = "/tmp"});
//   m.findings["L2|layout_L2|..."].seen == 41          // files that came to it
//   m.reruns.fixed                                     // of before, that hold now
//
// What attempts stored stays where it is; what comes of it lies in campaign/findings.
#pragma once

#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_report.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "fuzz/worker/rerun.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cluster {

struct findings_options {
    int jobs = 1;
    std::filesystem::path scratch;
    double case_seconds = 10, minimize_seconds = 30;  // of each
    std::function<bool()> stop = {};
    std::function<void(const std::string&)> say = {};
};

struct findings_merge {
    std::map<std::string, fuzz::fuzz_finding> findings;  // by signature_of()
    std::vector<std::string> headings;                   // of the bugs that they come to
    fuzz::rerun_counts reruns;
    std::vector<std::string> problems;  // sentences
    std::int64_t files = 0;
    std::int64_t unread = 0;  // files that hold no finding that this version reads: they stay
};

// Throws store_error when campaign/findings cannot be written: nothing is lost then.
findings_merge merge_findings(const std::filesystem::path& folder, fuzz::finding_properties& known,
                              const findings_options&);

}  // namespace tileproof::cluster
