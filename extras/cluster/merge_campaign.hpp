// SPDX-License-Identifier: MIT
// One merge of a campaign: findings, corpora, summary, and the record that makes it count.
//
//   merged_campaign m = merge_campaign("campaign", known, {.jobs = 8});
//   m.state.findings, m.state.targets          // as a campaign on one machine has them
//   campaign/findings, campaign/corpus, campaign/summary.md, campaign/summary.json, campaign/merged.json
//
// It may run while attempts do, twice at once, and be killed anywhere: it adds before it takes away, and takes away only
// corpora of earlier merges that are part of its own.
#pragma once

#include "extras/cluster/campaign_status.hpp"
#include "extras/cluster/merge_corpora.hpp"
#include "extras/cluster/merge_findings.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tileproof::cluster {

struct campaign_merge_options {
    int jobs = 1;
    std::vector<fuzz::fuzz_target> targets = {};  // that are here
    std::function<bool()> stop = {};
    std::function<void(const std::string&)> say = {};
};

struct merged_campaign {
    campaign_status status;
    fuzz::fuzz_state state;
    findings_merge findings;
    corpus_merge corpora;
    std::vector<std::string> warnings;
    bool complete = false;    // it counts: merged.json says so
    std::int64_t unread = 0;  // files that were left as they are, of another version or damaged
};

// Throws store_error: what was there before is as it was.
merged_campaign merge_campaign(const std::filesystem::path& folder, fuzz::finding_properties& known,
                               const campaign_merge_options&);

std::string summary_markdown(const merged_campaign&);
nlohmann::json summary_json(const merged_campaign&);

}  // namespace tileproof::cluster
