// SPDX-License-Identifier: MIT
// The result of a campaign as data, from which the terminal table, JSON and JUnit are made.
#pragma once

#include "fuzz/finding/bug.hpp"
#include "fuzz/worker/rerun.hpp"
#include "fuzz/worker/tally.hpp"
#include "properties/law.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::fuzz {

// One law of one property: one check.
struct law_row {
    enum class verdict {
        held,
        failed,
        not_judged,  // no case reached this law, and too few ran to call that a failure
        stopped,     // the property was abandoned before this law failed
    };
    properties::law_id law{};
    std::string property, subject, device;
    std::int64_t judged = 0, failed = 0;  // cases
    verdict what = verdict::not_judged;
    std::string sentence;                // why it failed, was not judged, or was stopped
    std::optional<std::size_t> finding;  // position in campaign_report::findings
};

struct property_report {
    std::string name, subject, device;
    tally counts;
    std::vector<std::string> required;  // labels
    std::vector<std::string> problems;  // failures of the property itself: discards, labels missed
    double seconds = 0;
};

struct reported_finding {
    finding what;
    std::filesystem::path file;  // empty: it could not be stored
    std::string store_problem;   // if so, why
};

// A finding of an earlier run, rerun before anything else.
struct rerun_finding {
    std::filesystem::path file;
    finding before;
    std::optional<rerun_outcome> again;  // none: not selected, or the run was interrupted

    bool fails() const { return again && again->fails(); }
    finding now() const;  // a failing one with its present sentence
    std::string_view state() const { return again ? name_of(again->what) : "not chosen"; }
};

// A finding of this run, or an earlier one that still fails.
struct bug_evidence {
    finding what;
    std::filesystem::path file;
    bool earlier = false;
    std::size_t position = 0;  // in campaign_report::findings or ::reruns
};

// What a kernel could do in place of its work, and whether a kernel test would notice (user_property.hpp).
struct control {
    std::string subject, kernel;  // "softmax", "writes zeros to y"
    int cases = 0;
    bool told_apart = false;
};

// Beside the cases: proofs, efficiency.
struct further_text {
    std::string id, title, text;
};

struct campaign_report {
    std::optional<std::uint64_t> seed = 0;  // none: it is a secret
    double seconds = 0, budget_seconds = 0;
    double explaining_seconds = 0;            // after that
    std::optional<std::int64_t> cases_asked;  // if set, there was no budget
    bool interrupted = false;
    std::vector<property_report> properties;
    std::vector<law_row> rows;
    std::vector<reported_finding> findings;
    std::vector<rerun_finding> reruns;
    std::vector<bug> bugs;  // of `findings`, then of `reruns` that fail: see evidence()
    std::int64_t unread_findings =
        0;  // damaged files, of which nobody knows whether they are fixed
    std::vector<std::string> warnings;  // which, and the like
    std::vector<control> controls;      // of a user's kernel tests
    std::vector<std::string> troubles;  // why properties could not run
    std::vector<further_text> further;

    // The findings that positions in bugs refer to.
    std::vector<bug_evidence> evidence() const;
    void find_bugs();  // fills `bugs`

    std::string seed_text() const;  // "seed 7"
    std::int64_t cases() const;
    bool failed() const;  // a law, a property or an earlier finding
    // What ran of the users' source, on a device that knows.
    devices::reached_code code() const;
    // A sentence for each control that was right in every case, of several; and for what never ran.
    std::vector<std::string> blind_spots() const;
    // A sentence for each subject whose controls were all right, and for each subject on a device about which nothing was learnt: no check failed and none held, or only
    // K9, which also holds for a kernel that never ran.
    std::vector<std::string> not_judged() const;
    int exit_code() const;  // 0 held, 1 a finding, 2 could not run or not judged
    // A campaign that held is worth what its poorest property is worth; empty if there is one only.
    std::string fewest_cases() const;
    std::string verdict() const;  // the one sentence at the end
};

}  // namespace tileproof::fuzz
