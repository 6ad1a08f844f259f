// SPDX-License-Identifier: MIT
// The clock of a campaign and its observer: how long it has run, what it is doing, whether it should stop.
//
//   w.tell("minimizing the case of K1 on scale@cpu");      // calls on_progress, and polls options.interrupted
#pragma once

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/campaign/track.hpp"

#include <chrono>

namespace tileproof::properties {

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

}  // namespace tileproof::properties
