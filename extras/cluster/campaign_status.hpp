// SPDX-License-Identifier: MIT
// How a campaign stands, from its folder alone: nobody is asked, no scheduler and no worker.
//
//   campaign_status s = look_at("campaign", 180);
//   s.executions, s.a_second, s.targets["layout_laws"].coverage, s.workers[3].dead
//   status_text(s)        // lines for people
//
// A worker is dead when its file has not changed for `dead_after` seconds by the clock of the file server, which is the
// same for all; a node whose own clock differs is named, and misleads nobody. Coverage of a target is the most that one
// worker reached: what all reach together is known after a merge.
#pragma once

#include "extras/cluster/campaign_folder.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cluster {

// What an attempt says of itself, every few seconds, in a file of its own: all that `tileproof status` reads.
//
//   worker_status s{.campaign = "...", .host = "n3", .targets = {{"layout_laws", {.executions = 81402, ...}}}};
//   s.note_history();          // now and then: a point (seconds, executions, coverage) for later
//   save_status(s, file);
//   load_status(file).targets["layout_laws"].executions == 81402
//
// The history has at most 64 points: when it is full, every second one goes.

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

struct seen_worker {
    attempt who;
    worker_status says;
    double silent = 0;      // seconds
    bool dead = false;      // silent for too long, and nobody has taken its task up
    bool taken_up = false;  // a later attempt at the task exists
};

struct campaign_status {
    campaign what;
    double seconds = 0;  // since it began
    std::int64_t executions = 0, a_second = 0, findings = 0;
    int running = 0, ended = 0, waiting = 0;  // tasks; others were stopped or are dead
    std::map<std::string, target_status> targets;
    std::vector<seen_worker> workers;  // the attempts of this campaign
    // Ten points in time, by the age of the campaign: what all had done, and the most coverage of each target.
    std::vector<history_point> history;
    std::string merged;                 // when; empty: not yet
    std::int64_t unread = 0;            // files that are there and say nothing: warnings tell which
    std::vector<std::string> warnings;  // sentences
};

std::string campaign_id(const campaign&);

// Throws store_error when there is no campaign that can be read.
campaign_status look_at(const std::filesystem::path& folder, double dead_after = 180);

std::string status_text(const campaign_status&);
nlohmann::json status_json(const campaign_status&);

}  // namespace tileproof::cluster
