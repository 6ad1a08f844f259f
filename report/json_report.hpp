// SPDX-License-Identifier: MIT
// A campaign's report as JSON.
//
//   { "tileproof_report": 1, "seed": 7, "verdict": "HELD: ...", "exit_code": 0,
//     "rows": [{"law": "K1", "subject": "transpose_tiled", "device": "cpu", "cases": 812,
//               "discarded": 0, "failed_cases": 0, "verdict": "held"}, ...],
//     "properties": [{"name": ..., "cases": ..., "labels": {"rank: 2": 41, ...}}, ...],
//     "gpus": {"hip": "AMD Radeon RX 7900 XTX"},
//     "bugs": [see bug_json.hpp],
//     "findings": [the stored finding and its file], "earlier_findings": [...], ... }
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "report/gpu_names.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tileproof::report {

nlohmann::json json_report(const fuzz::campaign_report& report, const gpu_names& gpus = {});

}  // namespace tileproof::report
