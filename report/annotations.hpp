// SPDX-License-Identifier: MIT
// Annotations that GitHub shows at the lines of a pull request, printed if GITHUB_ACTIONS is set: one line per bug.
//
//   ::error file=examples/wrong_transpose.hip,line=18,col=57,title=Write beyond the end of the output::K3 contained: ...
#pragma once

#include "fuzz/campaign/campaign_report.hpp"

#include <string>

namespace tileproof::report {

std::string annotations(const fuzz::campaign_report& report);

}  // namespace tileproof::report
