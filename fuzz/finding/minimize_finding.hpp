// SPDX-License-Identifier: MIT
// Makes the case of a finding as small as it gets, each try in a child process.
//
//   auto m = minimize_finding(f, known, {.seconds = 30});
//   m.again                  // what came of running it again first; nothing more is done unless it fails
//   m.what, m.tries          // the smallest case and what the law says of it, after so many tries
//
// A finding whose case breaks another law now is made smaller by that law, and is a finding of that law then.
#pragma once

#include "fuzz/finding/rerun.hpp"

#include <cstdint>
#include <functional>

namespace tileproof::properties {

struct minimize_options_of_finding {
    double seconds = 30, case_seconds = 10;
    // Called with the first case, and every smaller one that still breaks the law.
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
