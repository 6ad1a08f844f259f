// SPDX-License-Identifier: MIT
// A campaign's report for build servers: JUnit XML, one test suite per property, one test case per law.
#pragma once

#include "fuzz/campaign/campaign_report.hpp"
#include "report/gpu_names.hpp"

#include <string>
#include <string_view>

namespace tileproof::report {

std::string junit_report(const fuzz::campaign_report& report, const gpu_names& gpus = {});

// Text as XML content or attribute value: markup is escaped, characters that XML does not allow become '?'.
std::string xml_escaped(std::string_view text);

}  // namespace tileproof::report
