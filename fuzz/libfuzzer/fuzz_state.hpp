// SPDX-License-Identifier: MIT
// What a fuzz campaign knows about itself, kept in a file so that it can go on after anything.
#pragma once

#include "fuzz/libfuzzer/fuzz_process.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tileproof::fuzz {

struct target_progress {
    double seconds = 0;  // times the processes it ran with
    std::int64_t executions = 0;
    std::int64_t coverage = 0, features = 0, corpus = 0;  // of its last slice
    double gain = 1;  // new features a second lately, relative to all; decays
    std::string trouble;
    // What its corpus reaches, as the target says it: "pair: pad -> merge" in 17 inputs. Not stored.
    std::map<std::string, std::int64_t> reached = {};
};

struct fuzz_finding {
    std::string file;  // in the store; empty: it could not be stored
    std::string law, property, smallest, sentence;
    std::string target;     // that found it
    std::int64_t seen = 1;  // inputs that came to it
    bool minimized = false;
};

struct fuzz_state {
    double asked_seconds = 0, seconds = 0;
    std::string started;
    std::map<std::string, target_progress> targets;
    // By law, property, pattern of transforms and place.
    std::map<std::string, fuzz_finding> findings;
    std::int64_t inputs_judged = 0;  // that libFuzzer kept because they failed
};

// Throws store_error when it cannot be written, or what is there is no such file.
void save_state(const fuzz_state& state, const std::filesystem::path& file);
fuzz_state load_state(const std::filesystem::path& file);

// Which of them gets the next slice: the one with least time for what it lately found. -1: none is
// free.
int next_target(const std::vector<fuzz_target>& targets, const fuzz_state& state,
                const std::vector<bool>& running);

// A finished slice: what was found in it moves the gain.
void book_slice(target_progress& progress, const fuzz_stats& after, double seconds, int jobs);

// What a fuzz campaign tells: the status screen while it runs, and the page to read in the morning.

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
