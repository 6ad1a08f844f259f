// SPDX-License-Identifier: MIT
// What GitHub shows beside the line of a pull request, when GITHUB_ACTIONS is set: a line for each bug.
//
//   ::error file=examples/wrong_transpose.hip,line=18,col=57,title=Write beyond the end of the output::K3 contained: ...
#pragma once

#include "fuzz/campaign/campaign_report.hpp"

#include <string>

namespace tileproof::properties {

std::string annotations(const campaign_report& report);

}  // namespace tileproof::properties
