// SPDX-License-Identifier: MIT
// A campaign's bugs as SARIF 2.1.0, which code scanning shows at their lines:
//
//   { "version": "2.1.0", "runs": [{
//       "tool": {"driver": {"name": "tileproof", "rules": [{"id": "race", ...}]}},
//       "results": [{"ruleId": "race", "ruleIndex": 0, "level": "error", "message": {"text": "Barrier missing ..."},
//                    "locations": [{"physicalLocation": {...line 18}}], "relatedLocations": [{... line 14}],
//                    "partialFingerprints": {"cause/v1": "race, part, ..."}}] }] }
//
// A rule is a kind of failure. A bug without a known line has the name of its kernel as a logical location.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace tileproof::report {

nlohmann::json sarif_report(const fuzz::campaign_report& report, std::string_view version);

}  // namespace tileproof::report
