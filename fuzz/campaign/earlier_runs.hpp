// SPDX-License-Identifier: MIT
// What earlier runs left: findings, which are run again, and cases in which a run was killed.
#pragma once

#include "fuzz/campaign/finding_recorder.hpp"
#include "fuzz/worker/lost_case.hpp"

#include <vector>

namespace tileproof::properties {

// Each finding of options.store, in report.reruns.
void rerun_stored(const property_list& properties, const campaign_options& options,
                  campaign_report& report, watch& w);

// They may be what killed it: those that fail are recorded, and all are named among the warnings.
void run_lost(const std::vector<lost_cases>& all, std::vector<track>& tracks, worker& by,
              campaign_report& report, watch& w, finding_recorder& recorder);

}  // namespace tileproof::properties
