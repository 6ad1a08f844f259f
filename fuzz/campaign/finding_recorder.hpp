// SPDX-License-Identifier: MIT
// From an answer that fails to a finding in the report and in the store: told apart from what is known, stored, made
// smaller, stored again.
//
//   recorder.record_failures(t, w, answer);      // report.findings and t.findings have what is new in it
#pragma once

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/campaign/track.hpp"
#include "fuzz/campaign/watch.hpp"

namespace tileproof::properties {

class finding_recorder {
  public:
    // Refers to all of them.
    finding_recorder(const campaign_options& options, campaign_report& report, watch& w)
        : options_(options), report_(report), watch_(w) {}

    // The worker makes what is new smaller.
    void record_failures(track&, worker&, const worker_answer&);
    // What went wrong while several cases were in flight, and none of them can be blamed for.
    void record_unexplained(track&, const worker_answer&, const std::string& remark);
    // In the store, if there is one; what goes wrong there stands in the finding.
    void store(reported_finding&);

  private:
    reported_finding& add_finding(track&, const worker_answer&, const law_result&);
    void record(track&, worker&, const worker_answer&, const law_result&);
    bool depends_on_earlier_cases(const track&, worker&, finding&, std::int64_t index) const;
    void forget_if_known(track&);
    double seconds_to_minimize() const;

    const campaign_options& options_;
    campaign_report& report_;
    watch& watch_;
};

}  // namespace tileproof::properties
