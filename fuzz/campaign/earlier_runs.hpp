// SPDX-License-Identifier: MIT
// What earlier runs left: findings, which are rerun, and cases that were running when a run was killed.
#pragma once

#include "fuzz/campaign/finding_recorder.hpp"
#include "fuzz/worker/lost_case.hpp"

#include <vector>

namespace tileproof::fuzz {

// Reruns each finding of options.store into report.reruns.
void rerun_stored(const properties::property_list& properties, const campaign_options& options,
                  campaign_report& report, watch& w);

// Such cases may have killed the run: failing ones are recorded, and all are named among the warnings.
void run_lost(const std::vector<lost_cases>& all, std::vector<track>& tracks, worker& by,
              campaign_report& report, watch& w, finding_recorder& recorder);

}  // namespace tileproof::fuzz
