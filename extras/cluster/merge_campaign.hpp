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
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"
#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "fuzz/worker/rerun.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cluster {

// The corpora of all attempts to the smallest one that reaches the same, target by target.
//
//   m.corpora.targets["layout_laws"]        {.before = 48'201, .after = 1'904, .coverage = 2'911}
//   m.corpora.taken                         {"campaign/corpus/layout_laws/merge-2"}: in campaign/corpus/layout_laws/merge-3 now
//
// libFuzzer's merge runs every input once in one process. So that many inputs take many processors, the corpora of the
// attempts are merged side by side, and then what is left of each: all that a corpus reaches, its rest reaches too. Where
// that fails or takes too long, every input is kept.

struct merged_target {
    std::int64_t before = 0, after = 0;       // files
    std::int64_t coverage = 0, features = 0;  // of the merged corpus; 0: libFuzzer did not say
};

struct corpus_merge {
    std::map<std::string, merged_target> targets;
    std::vector<std::filesystem::path> taken;  // of merges before: what it wrote has their inputs
    std::vector<std::string> problems;         // sentences
};

// The findings of all attempts as few: one a cause, as small as it gets.
//
//   m.findings.findings["L2|layout_L2|..."].seen == 41     // files that came to it
//   m.findings.reruns.fixed                                // of before, that hold now
//
// What attempts stored stays where it is; what comes of it lies in campaign/findings.

struct findings_merge {
    std::map<std::string, fuzz::fuzz_finding> findings;  // by signature_of()
    std::vector<std::string> headings;                   // of the bugs that they come to
    fuzz::rerun_counts reruns;
    std::vector<std::string> problems;  // sentences
    std::int64_t files = 0;
    std::int64_t unread = 0;  // files that hold no finding that this version reads: they stay
};

struct campaign_merge_options {
    int jobs = 1;
    std::vector<fuzz::fuzz_target> targets = {};  // that are here
    std::function<bool()> stop = {};
    std::function<void(const std::string&)> say = {};  // "layout_laws: 48201 inputs of 32 corpora"
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

}  // namespace tileproof::cluster
