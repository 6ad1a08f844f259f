// SPDX-License-Identifier: MIT
// Turns a failing answer into a finding in the report and in the store, unless it is known: stored, minimized, stored
// again.
//
//   recorder.record_failures(t, w, answer);      // new failures are added to report.findings and t.findings
#pragma once

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/campaign/track.hpp"
#include "fuzz/worker/shared_case.hpp"

#include <vector>

namespace tileproof::fuzz {

class finding_recorder {
  public:
    // Keeps references to all three.
    finding_recorder(const campaign_options& options, campaign_report& report, watch& w)
        : options_(options), report_(report), watch_(w) {}

    // Records new failures; the worker minimizes them.
    void record_failures(track&, worker&, const worker_answer&);
    // Something that went wrong while several cases were in flight, none of which can be blamed.
    void record_unexplained(track&, const worker_answer&, const std::string& remark);
    // Saves to the store, if there is one; problems are noted in the finding.
    void store(reported_finding&);

  private:
    reported_finding& add_finding(track&, const worker_answer&, const properties::law_result&);
    void record(track&, worker&, const worker_answer&, const properties::law_result&);
    bool depends_on_earlier_cases(const track&, worker&, finding&, std::int64_t index) const;
    void forget_if_known(track&);
    double seconds_to_minimize() const;

    const campaign_options& options_;
    campaign_report& report_;
    watch& watch_;
};

// What earlier runs left: findings, which are rerun, and cases that were running when a run was killed.

// A problem is noted in the finding.
void store(reported_finding&, const finding_store&);

// Reruns each finding of options.store into report.reruns.
void rerun_stored(const properties::property_list& properties, const campaign_options& options,
                  campaign_report& report, watch& w);

// Failures of the case are recorded, as those of cases that are drawn. Nothing if the campaign has no such property, or is to stop.
std::optional<worker_answer> run_chosen(const chosen_case&, std::vector<track>&, worker& by, watch&,
                                        finding_recorder&);

// Such cases may have killed the run: failing ones are recorded, and all are named among the warnings.
void run_lost(const std::vector<lost_cases>& all, std::vector<track>& tracks, worker& by,
              campaign_report& report, watch& w, finding_recorder& recorder);

}  // namespace tileproof::fuzz
