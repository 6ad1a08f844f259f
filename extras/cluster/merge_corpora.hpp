// SPDX-License-Identifier: MIT
// The corpora of all attempts to the smallest one that reaches the same, target by target.
//
//   corpus_merge m = merge_corpora("campaign", targets, {.jobs = 8, .scratch = "/tmp", .name = "merge-3"});
//   m.targets["layout_laws"]        {.before = 48'201, .after = 1'904, .coverage = 2'911}
//   m.taken                         {"campaign/corpus/layout_laws/merge-2"}: in campaign/corpus/layout_laws/merge-3 now
//
// libFuzzer's merge runs every input once in one process. So that many inputs take many processors, the corpora of the
// attempts are merged side by side, and then what is left of each: all that a corpus reaches, its rest reaches too. Where
// that fails or takes too long, every input is kept.
#pragma once

#include "fuzz/libfuzzer/fuzz_targets.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tileproof::cluster {

struct merge_options {
    int jobs = 1;
    std::filesystem::path scratch;  // a folder of this machine
    std::string name;               // of what it makes: nobody else's
    std::function<bool()> stop = {};
    std::function<void(const std::string&)> say = {};  // "layout_laws: 48201 inputs of 32 corpora"
    double seconds = 1800;                             // of each process
};

struct merged_target {
    std::int64_t before = 0, after = 0;       // files
    std::int64_t coverage = 0, features = 0;  // of the merged corpus; 0: libFuzzer did not say
};

struct corpus_merge {
    std::map<std::string, merged_target> targets;
    std::vector<std::filesystem::path> taken;  // of merges before: what it wrote has their inputs
    std::vector<std::string> problems;         // sentences
};

// Throws store_error when what it made cannot be written: everything is as it was then.
corpus_merge merge_corpora(const std::filesystem::path& folder,
                           const std::vector<fuzz::fuzz_target>& targets, const merge_options&);

}  // namespace tileproof::cluster
