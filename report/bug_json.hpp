// SPDX-License-Identifier: MIT
// A bug as JSON, in reports and in `tileproof findings --json`:
//
//   { "heading": "Write beyond the end of the output", "kind": "out of bounds", "subject": "wrong_transpose",
//     "file": "examples/wrong_transpose.hip", "line": 18, "column": 55, "kernel": "transpose",
//     "laws": ["K2", "K3"], "devices": ["cpu", "cpu-checked"], "fails_when": "", "instead": "",
//     "elements": {"columns": 1, "must": ["(0,0)", "(0,1)"], "is": ["(0,0)", "-"]},
//     "sentence": "...", "case": {...}, "replay": "tileproof replay ...",
//     "findings": [1, 4], "earlier_findings": [0] }
//
// file, line, column and kernel are null if no line is known, elements if the values are not (see bug.hpp).
// findings and earlier_findings are positions in the report's lists of these names.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace tileproof::report {

nlohmann::json bug_json(const fuzz::bug& b, const std::vector<fuzz::bug_evidence>& evidence);

}  // namespace tileproof::report
