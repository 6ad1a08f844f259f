// SPDX-License-Identifier: MIT
// Minimizes a failing case, running each try in a worker process.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fuzz/worker/rerun.hpp"
#include "fuzz/worker/worker.hpp"

namespace tileproof::fuzz {

struct shrunk_case {
    nlohmann::json the_case;                  // the smallest that still breaks the law
    properties::failure why;                  // how it fails
    std::vector<properties::failure> beside;  // what else fails in it
    bool minimal = false;                     // no single step makes it smaller; false: time was up
    std::int64_t tries = 0;
};

// `why` is the law's failure on `the_case`, and `beside` those of others. A smaller case must break the law for the
// same cause, so shrinking never slips from one bug to another. `hung`: the case ran into its time limit, so tries
// get a tenth of it, and the result is confirmed with the full limit. `kept` is called with every intermediate case
// that still breaks the law.
shrunk_case shrink(worker& w, const properties::property& p, std::size_t position,
                   const nlohmann::json& the_case, const properties::failure& why,
                   const std::vector<properties::failure>& beside, bool hung, double seconds,
                   const std::function<void(const nlohmann::json&)>& kept = {});

// Whether the law of `why` is broken for the same cause.
bool still_broken(worker& w, std::size_t position, const nlohmann::json& the_case,
                  const properties::failure& why, const std::vector<properties::failure>& beside);

// Minimizes the case of a finding, running each try in a child process.
//
//   auto m = minimize_finding(f, known, {.seconds = 30});
//   m.again                  // the result of rerunning it first; unless that fails, nothing more is done
//   m.what, m.tries          // the smallest case and its failure, and the number of tries
//
// If the finding's case now breaks another law, it is minimized by that law and becomes a finding about it.

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

}  // namespace tileproof::fuzz
