// SPDX-License-Identifier: MIT
// Does a kernel fail because a variable of the device keeps what an earlier launch left in it? The failing case is run again
// with each such variable set back before each call.
//
//   __device__ unsigned finished;          // counts the blocks that are done, and is never set to 0 again
//   b.heading                              "`finished` keeps what an earlier launch left"
//
// Races and unwritten elements that go away with it are one bug.
#pragma once

#include "fuzz/diagnosis/missing_barriers.hpp"

namespace tileproof::diagnosis {

// Of bugs whose runs differ, or whose case fails only after others. In child processes.
void settle_kept_variables(fuzz::campaign_report&, const std::vector<fuzz::bug_evidence>&,
                           const home_of_finding&, double seconds);

}  // namespace tileproof::diagnosis
