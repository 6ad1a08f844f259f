// SPDX-License-Identifier: MIT
// The campaign runner: many properties under one budget, in child processes.
//
//   campaign_options o;
//   o.seed = 7;
//   o.budget_seconds = 60;
//   campaign_report r = run_campaign(properties, o);
//   r.exit_code()                                         // 0 held, 1 a finding, 2 could not run
//
// Time is shared fairly: the property with the least time so far gets the next slice, and each gets one slice
// whatever the budget. The same seed and number of cases give the same cases, whatever the number of jobs. A failing
// case is stored, minimized, and stored again; then the property continues with its other laws. A GPU case that fails
// while others are in flight is run again with them, one by one in a fresh process, and that result counts; if then
// all hold, that is a finding as well.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/campaign/campaign_report.hpp"
#include "fuzz/campaign/track.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/worker/rerun.hpp"
#include "properties/property.hpp"

namespace tileproof::fuzz {

struct campaign_progress {
    double seconds = 0;
    std::int64_t cases = 0;
    std::size_t findings = 0;
    std::string now;  // "transpose_tiled@cpu", "making K1 of transpose_tiled@cpu smaller"
};

// A case that is worth a run.
struct chosen_case {
    std::string property;
    nlohmann::json the_case;
};

struct campaign_options {
    std::uint64_t seed = 0;
    bool held_out = false;  // the seed is a secret: it goes into no report and no finding
    double budget_seconds = 60;
    std::optional<std::int64_t> cases;  // of each property; then time is not limited
    int jobs = 1;                       // worker processes, and cases in flight on a GPU
    // Devices whose properties all run in the first worker, `jobs` cases at a time, each on its own thread: a GPU
    // switches between processes and loses time by it, but runs many streams of one process side by side.
    std::vector<std::string> one_process{"hip", "cuda"};
    double case_seconds = 10;     // a case that takes longer counts as a hang
    double minimize_seconds = 5;  // for each finding
    bool stop_at_first = false;   // no more cases after a finding, which is still minimized
    const finding_store* store = nullptr;  // null: nothing is stored, nothing rerun
    bool rerun = true;                     // stored findings first
    std::vector<chosen_case> first = {};   // then these, then what is drawn
    finding_properties* known =
        nullptr;  // what these may be about; null: the campaign's properties
    // For a user's kernel: goes into findings about it.
    std::function<user_kernel(const properties::property&)> kernel;
    std::vector<control> controls;                     // of the user's kernel tests, for the report
    std::filesystem::path cache = ".tileproof/cache";  // where such kernels are compiled to
    std::string version;                               // goes into findings
    nlohmann::json also = {};  // members of the JSON report that are not of the campaign
    std::vector<further_text> further = {};  // the same as text, for the report's end
    // Wanted rows; empty: all. A property without one is not run.
    std::function<bool(const properties::property&, properties::law_id)> wanted;
    std::function<void(const campaign_progress&)> on_progress;  // about ten times a second
    std::function<bool()> interrupted;                          // polled just as often
};

// Starts no thread and runs no check in this process. If no worker process can be started, the report says so.
campaign_report run_campaign(const properties::property_list& properties,
                             const campaign_options& options);

// The clock of a campaign and its observer: how long it has run, what it is doing, whether it should stop.
//
//   w.tell("minimizing the case of K1 on scale@cpu");      // calls on_progress, and polls options.interrupted

class watch {
  public:
    // Keeps references to all of them.
    watch(const campaign_options& options, const std::vector<track>& tracks,
          const campaign_report& report)
        : options_(options), tracks_(tracks), report_(report) {}

    double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }
    // Also polls whether the campaign should stop.
    void tell(const std::string& what) {
        if (interrupted_at_ < 0 && options_.interrupted && options_.interrupted())
            interrupted_at_ = seconds();
        if (!options_.on_progress) return;
        std::int64_t cases = 0;
        for (const track& t : tracks_) cases += t.counts.cases;
        options_.on_progress({seconds(), cases, report_.findings.size(), what});
    }
    bool interrupted() const { return interrupted_at_ >= 0; }
    double seconds_since_interrupted() const { return seconds() - interrupted_at_; }

  private:
    using clock = std::chrono::steady_clock;
    const campaign_options& options_;
    const std::vector<track>& tracks_;
    const campaign_report& report_;
    const clock::time_point start_ = clock::now();
    double interrupted_at_ = -1;
};

}  // namespace tileproof::fuzz
