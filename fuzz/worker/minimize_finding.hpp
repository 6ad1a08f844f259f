// SPDX-License-Identifier: MIT
// Minimizes the case of a finding, running each try in a child process.
//
//   auto m = minimize_finding(f, known, {.seconds = 30});
//   m.again                  // the result of rerunning it first; unless that fails, nothing more is done
//   m.what, m.tries          // the smallest case and its failure, and the number of tries
//
// If the finding's case now breaks another law, it is minimized by that law and becomes a finding about it.
#pragma once

#include "fuzz/worker/rerun.hpp"

#include <cstdint>
#include <functional>

namespace tileproof::properties {

struct minimize_options_of_finding {
    double seconds = 30, case_seconds = 10;
    // Called with the first case and with every smaller one that still breaks the law.
    std::function<void(const nlohmann::json&)> step = {};
};

struct minimized_finding {
    finding what;
    rerun_outcome again;
    std::int64_t tries = 0;
};

minimized_finding minimize_finding(finding f, finding_properties& known,
                                   const minimize_options_of_finding& how);

}  // namespace tileproof::properties
