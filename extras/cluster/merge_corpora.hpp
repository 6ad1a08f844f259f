// SPDX-License-Identifier: MIT
// The corpora of all attempts to the smallest one that reaches the same, target by target.
//
//   corpus_merge m = merge_corpora("campaign", targets, {.jobs = 8, .scratch = "/tmp"});
//   m.targets["layout_laws"]        {.before = 48'201, .after = 1'904, .coverage = 2'911}
//   m.archives                      // whose inputs are in what it wrote
//
// libFuzzer's merge runs every input once in one process. So that many inputs take many processors, they are merged in
// parts of 10,000, side by side, and then what is left of the parts: all that a part reaches, its rest reaches too. Of a
// part that fails or takes too long, every input is kept.
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
    std::string name;               // of the archives: nobody else's
    std::function<bool()> stop = {};
    std::function<void(const std::string&)> say = {};  // "layout_laws: 5 parts of 10,000 inputs"
    std::size_t part = 10'000;
    double part_seconds = 1800;
};

struct merged_target {
    std::int64_t before = 0, after = 0;
    std::int64_t coverage = 0, features = 0;  // of the merged corpus; 0: libFuzzer did not say
};

struct corpus_merge {
    std::map<std::string, merged_target> targets;
    std::vector<std::string> archives;
    std::vector<std::string> problems;  // sentences
};

// Throws store_error when what it made cannot be written: everything is as it was then.
corpus_merge merge_corpora(const std::filesystem::path& folder,
                           const std::vector<properties::fuzz_target>& targets,
                           const merge_options&);

}  // namespace tileproof::cluster
