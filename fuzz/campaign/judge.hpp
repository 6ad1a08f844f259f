// SPDX-License-Identifier: MIT
// Turns counts into verdicts: which checks of a property held, and what is wrong with the property itself.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/campaign/track.hpp"

#include <string>
#include <vector>

namespace tileproof::fuzz {

// One sentence for each problem: more than half of the cases discarded, required labels never reached.
std::vector<std::string> problems_of(const properties::property& p, const tally& counts);

// One row for each wanted law.
std::vector<law_row> rows_of(const track& l, const std::vector<std::string>& problems,
                             const std::vector<reported_finding>& findings);

}  // namespace tileproof::fuzz
