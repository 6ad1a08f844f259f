// Stored findings, run again.
#pragma once

#include "fuzz/finding/finding_store.hpp"
#include "properties/property.hpp"

#include <string>
#include <vector>

namespace tileproof::properties {

// Everything that these findings may be about: the known properties, of devices only where a
// finding needs one, and inputs of the fuzz targets beside this command.
property_list replayable_properties(const std::vector<stored_finding>& findings);

struct rerun_verdict {
    enum class state { still_fails, fixed, not_run } what = state::not_run;
    std::string sentence;  // of the law, or why it was not run
};

// Runs the case in a child process.
rerun_verdict run_again(const finding& f, const property_list& properties, double case_seconds);

}  // namespace tileproof::properties
