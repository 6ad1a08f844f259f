// SPDX-License-Identifier: MIT
// Shared by `verify` and `check`: a campaign and its whole output.
//
//   const finding_store store(o.store);
//   campaign_options c = campaign_of(o, store);        // draws the seed, handles Ctrl-C
//   return run_and_report(properties, c, o, "all layouts, ");
//
//   tileproof 0.2.0, all layouts, seed 7, budget 60 s  // then the table, its reports in files, the exit code
#pragma once

#include "command/chosen.hpp"
#include "command/options.hpp"
#include "fuzz/campaign/campaign.hpp"

#include <filesystem>
#include <string>

namespace tileproof::command {

// From now on SIGINT and SIGTERM interrupt the campaign. Keeps a reference to the store.
fuzz::campaign_options campaign_of(const campaign_choices& o, const fuzz::finding_store& store);

// "budget 60 s", "3 cases of each property".
std::string what_is_run(const fuzz::campaign_options& c);

// Prints to standard output, or to standard error if standard output is reserved for a report.
void say(const campaign_choices& o, const std::string& text);

// The path of the page with a store's findings: ".tileproof/findings.html".
std::string page_beside(const std::filesystem::path& store);

// Prints `heading`, runs, prints the table, writes the requested reports, and returns the exit code. Names the GPUs
// that the properties run on, so that an emulated one is not taken for real hardware.
int run_and_report(const properties::property_list& properties, fuzz::campaign_options c,
                   const campaign_choices& o, const std::string& heading,
                   const std::vector<device_entry>& devices = {});

}  // namespace tileproof::command
