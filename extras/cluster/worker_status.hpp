// SPDX-License-Identifier: MIT
// What an attempt says of itself, every few seconds, in a file of its own: all that `tileproof status` reads.
//
//   worker_status s{.campaign = "...", .host = "n3", .targets = {{"layout_laws", {.executions = 81402, ...}}}};
//   s.note_history();          // now and then: a point (seconds, executions, coverage) for later
//   save_status(s, file);
//   load_status(file).targets["layout_laws"].executions == 81402
//
// The history has at most 64 points: when it is full, every second one goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cluster {

struct target_status {
    std::int64_t executions = 0, a_second = 0, coverage = 0, corpus = 0;
    friend bool operator==(const target_status&, const target_status&) = default;
};

struct history_point {
    double seconds = 0;  // since the attempt began
    std::int64_t executions = 0;
    std::map<std::string, std::int64_t> coverage;
    friend bool operator==(const history_point&, const history_point&) = default;
};

struct worker_status {
    static constexpr int schema = 1;
    enum class phase { running, stopped, ended, failed };  // stopped: before its time was up

    std::string campaign;  // which one of this folder: campaign_id()
    std::string host, job;
    int pid = 0;
    phase what = phase::running;
    double clock = 0;    // of the node, in seconds
    double seconds = 0;  // that it has worked
    std::int64_t findings = 0;
    std::map<std::string, target_status> targets;  // of fuzz; of verify one, "cases"
    std::vector<history_point> history;
    std::string gpu;  // what runs on a GPU of the node, or why nothing does; empty: there is none
    std::vector<std::string> troubles;  // sentences

    std::int64_t executions() const;
    std::int64_t a_second() const;
    void note_history();
    friend bool operator==(const worker_status&, const worker_status&) = default;
};

// Both throw store_error.
void save_status(const worker_status&, const std::filesystem::path& file);
worker_status load_status(const std::filesystem::path& file);

}  // namespace tileproof::cluster
