// SPDX-License-Identifier: MIT
// What `verify` and `check` share: a campaign with everything that is said about it.
//
//   const finding_store store(o.store);
//   campaign_options c = campaign_of(o, store);        // seed drawn, Ctrl-C heard
//   return run_and_report(properties, c, o, "all layouts, ");
//
//   tileproof 0.2.0, all layouts, seed 7, budget 60 s  // then the table, its reports in files, the exit code
#pragma once

#include "command/known.hpp"
#include "command/options.hpp"
#include "fuzz/campaign/campaign.hpp"

#include <filesystem>
#include <string>

namespace tileproof::properties {

// SIGINT and SIGTERM interrupt the campaign from now on. Keeps a reference to the store.
campaign_options campaign_of(const campaign_choices& o, const finding_store& store);

// "budget 60 s", "3 cases of each property".
std::string what_is_run(const campaign_options& c);

// To standard output, unless that is wanted for a report alone; then to standard error.
void say(const campaign_choices& o, const std::string& text);

// Where the page of what a store's campaign found lies: ".tileproof/findings.html".
std::string page_beside(const std::filesystem::path& store);

// Says `heading`, runs, prints the table, writes the reports that were asked for. Returns the exit code. Names the GPUs
// that the properties run on: what ran emulated is not taken for what ran.
int run_and_report(const property_list& properties, campaign_options c, const campaign_choices& o,
                   const std::string& heading, const std::vector<device_entry>& devices = {});

}  // namespace tileproof::properties
