// SPDX-License-Identifier: MIT
// The results of a fuzz campaign: a summary to read, the same as JSON, a page, and lines on the terminal.
//
//   finding  L2 reference: the index (0,0) has offset 1, and the reference 0.
//            .tileproof/findings/L2-1a2b.json
//   summary  .tileproof/fuzz-summary.md, .tileproof/fuzz-summary.json
//   page     .tileproof/findings.html
#pragma once

#include "command/options.hpp"
#include "fuzz/libfuzzer/fuzz_report.hpp"

namespace tileproof::command {

struct fuzz_outcome {
    const fuzz::fuzz_state& state;
    const fuzz::rerun_counts& reruns;
    const std::vector<std::string>& warnings;
    double seconds_left = 0;
    bool interrupted = false;
};

// The exit code: 1 with findings, 2 if a target is in trouble or had no input, or if the summary cannot be written.
int leave_outcome(const fuzz_outcome&, const fuzz_options&);

}  // namespace tileproof::command
