// SPDX-License-Identifier: MIT
// Makes a failing case smaller, each try in a worker process.
#pragma once

#include "fuzz/worker/worker.hpp"

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

struct shrunk_case {
    nlohmann::json the_case;      // the smallest that still breaks the law
    failure why;                  // how
    std::vector<failure> beside;  // what else fails in it
    bool minimal = false;         // no single step makes it smaller; else the time was up
    std::int64_t tries = 0;
};

// `why` is what the law says of `the_case`, and `beside` what others say. A smaller case must break the law by the
// same cause: it never slips from one bug to another. `hung`: the case ran into its time limit, so that the
// tries get a tenth of it, and what they end at is confirmed with all of it. `kept` is called with
// every case on the way that still breaks the law.
shrunk_case shrink(worker& w, const property& p, std::size_t position,
                   const nlohmann::json& the_case, const failure& why,
                   const std::vector<failure>& beside, bool hung, double seconds,
                   const std::function<void(const nlohmann::json&)>& kept = {});

// Whether the law of `why` is broken by the same cause.
bool still_broken(worker& w, std::size_t position, const nlohmann::json& the_case,
                  const failure& why, const std::vector<failure>& beside);

}  // namespace tileproof::properties
