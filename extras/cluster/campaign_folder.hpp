// SPDX-License-Identifier: MIT
// The folder that all machines of a campaign share. Everything in it is written whole or not at all, by one writer:
//
//   campaign.json                     what the campaign is; written once
//   tasks/0007/2/status.json          what the second attempt at task 7 does (campaign_status.hpp)
//   tasks/0007/2/findings/...         what it found
//   tasks/0007/2/corpus/TARGET/...    what it works with; corpus/.failing what is not judged yet
//   corpus/TARGET/merge-3/...         what the third merge made of all corpora: the next attempts begin with it
//   findings/, summary.md             what a merge made of all that (merge_campaign.hpp)
//   logs/                             what the scheduler's jobs printed
//
// An attempt is whoever could make its folder: mkdir tells two of them apart on any file system. So a task that is
// started again while it still runs on a node that only seems dead never has two writers of one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fuzz/finding/bounded_json.hpp"

namespace tileproof::cluster {

struct campaign {
    static constexpr int schema = 2;

    std::string kind;  // "fuzz", "verify"
    int tasks = 1;
    double seconds = 0;  // of each task
    std::uint64_t seed = 0;
    std::vector<std::string> targets;  // of fuzz
    std::string options;               // of each task, as JSON
    std::string version, started;      // of tileproof; UTC
};

// Makes the folder, or takes it for one more campaign with the corpus and the findings that it has. Throws store_error.
void write_campaign(const std::filesystem::path& folder, const campaign&);
// Throws store_error: no campaign, one of another version, no permission.
campaign read_campaign(const std::filesystem::path& folder);

struct attempt {
    int task = 0, number = 0;
    std::filesystem::path folder;
    // "task-7-attempt-2": nobody else has that name in this folder.
    std::string name() const;
};

// Of all tasks, or of one; in their order.
std::vector<attempt> attempts_in(const std::filesystem::path& folder, int task = -1);
// The next one at this task, which is the caller's alone. Throws store_error.
attempt new_attempt(const std::filesystem::path& folder, int task);

// Which targets a task runs: with fewer tasks than targets several, with more each again and again.
//   shares of {a, b, c}: of 2 tasks {a, c}, {b}; of 4 tasks {a}, {b}, {c}, {a}
std::vector<std::string> share_of(const campaign&, int task);
// The seed of an attempt: attempts never share one.
std::uint64_t seed_of(const campaign&, const attempt&);
// The first of 16,384 seeds of 32 bits (libFuzzer's) for the attempt alone: of 4096 tasks with 64 attempts each. Never 0.
std::uint32_t first_slice_seed_of(const campaign&, const attempt&);

// When the last merge was, in UTC: the file that makes it count. It is written when everything else of the merge is on disk;
// until then what the merge has written is more of the same inputs and findings, and harmless. Both throw store_error.
void note_merge(const std::filesystem::path& folder, const std::string& when);
std::string last_merge(const std::filesystem::path& folder);  // empty: there was none

// What the clock of the file server says, in seconds: nodes whose clocks differ agree on it. `may_write` false: the
// folder cannot be written, and it is this machine's clock.
struct server_time {
    double seconds = 0;
    bool may_write = true;
};
server_time now_on_server(const std::filesystem::path& folder);
double server_time_of(const std::filesystem::path& file);  // of its last change; 0: there is none

// A file of JSON that others write: what is wrong with it is said with its name.
//
//   read_json_file("campaign.json", "The file 'campaign.json' does not describe a campaign")
//   throws: "The file 'campaign.json' does not describe a campaign: It is not JSON: the text breaks off ..."

inline nlohmann::json read_json_file(const std::filesystem::path& file, const std::string& what) {
    const std::string text = system::read_bounded(file, fuzz::largest_json);
    try {
        return fuzz::parse_bounded(text);
    } catch (const system::store_error& e) {
        throw system::store_error(what + ". " + e.what());
    }
}

}  // namespace tileproof::cluster
