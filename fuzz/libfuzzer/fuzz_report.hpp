// SPDX-License-Identifier: MIT
// What a fuzz campaign tells: the status screen while it runs, and the page to read in the morning.
#pragma once

#include "fuzz/libfuzzer/fuzz_state.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tileproof::fuzz {

struct running_target {
    std::string name;
    fuzz_stats now;
    double seconds = 0;  // of this slice
};

struct fuzz_status {
    const fuzz_state* state = nullptr;
    std::vector<running_target> running = {};
    double seconds_left = 0;
    std::string doing = "";  // "Merging the corpus of layout_laws."
};

// One line a target, and totals.
std::string status_screen(const fuzz_status& status);

// Of which targets nothing is known, as no input was run; empty: of none.
std::string why_not_judged(const fuzz_state& state);

struct rerun_counts {
    std::vector<std::string> still_fail, fixed, not_run;  // files
};

std::string fuzz_summary_markdown(const fuzz_state& state, const rerun_counts& reruns,
                                  const std::vector<std::string>& warnings);
nlohmann::json fuzz_summary_json(const fuzz_state& state, const rerun_counts& reruns,
                                 const std::vector<std::string>& warnings);

}  // namespace tileproof::fuzz
