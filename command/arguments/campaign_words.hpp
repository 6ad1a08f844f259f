// SPDX-License-Identifier: MIT
// Options that verify and check share: duration, cases, devices, reports.
//
//   verify --budget 2m --json a.json --html a.json
//     throws "--json and --html both name 'a.json'; give each report a file of its own."
#pragma once

#include "command/options.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::properties {

struct campaign_words {
    std::string budget;
    std::string cases = {}, seed = {}, jobs = {}, memory_limit = {};
    std::string time_limit = "10s";
};

void add_campaign_options(CLI::App* command, campaign_choices&, campaign_words&,
                          const std::string& devices, const std::string& store);
// Throw command_error.
void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports);
void read_campaign_options(campaign_choices&, const campaign_words&);

}  // namespace tileproof::properties
