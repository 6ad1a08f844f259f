// SPDX-License-Identifier: MIT
// One libFuzzer process in fork mode: started, listened to, stopped.
//
//   fuzz_process p(target, folders, jobs, seconds);
//   while (p.listen()) ...           stats() follows what it prints:
//     #12345: cov: 1234 ft: 2345 corp: 33 exec/s 900 oom/timeout/crash: 0/0/1 time: 12s job: 3 ...
#pragma once

#include "fuzz/libfuzzer/fuzz_targets.hpp"
#include "system/process.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tileproof::fuzz {

struct fuzz_stats {
    std::int64_t executions = 0, coverage = 0, features = 0, corpus = 0;
    std::int64_t executions_a_second = 0;
};

// Takes over what a line of libFuzzer says; false when it says nothing.
bool read_stats(std::string_view line, fuzz_stats& stats);

struct fuzz_folders {
    std::filesystem::path corpus;     // of this target
    std::filesystem::path artifacts;  // a prefix: "ARTIFACTS/layout_laws-"
    std::filesystem::path scratch;
};

class fuzz_process {
  public:
    // Throws system::start_error.
    fuzz_process(const fuzz_target& target, const fuzz_folders& folders, int jobs, int seconds,
                 std::uint32_t seed = 0);  // 0: libFuzzer takes one
    ~fuzz_process();                       // stops it, and everything it has started

    // Reads what has been printed; false when the process has ended.
    bool listen();
    int descriptor() const { return process_.descriptor(); }
    const fuzz_stats& stats() const { return stats_; }
    double seconds() const;
    const std::string& last_words() const { return last_line_; }
    bool failed() const { return failed_; }  // it ended with an error of its own

  private:
    void read_lines();

    system::process process_;
    bool failed_ = false;
    std::string pending_, last_line_;
    fuzz_stats stats_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct corpus_merging {
    std::filesystem::path scratch = {};  // for what need not last; empty: where such things are
    double seconds = 600;
    std::function<bool()> stop = {};
};
// Copies the smallest set of inputs of one folder that reaches all that the folder reaches into another one, and says
// what these reach. Nothing when that failed, took too long, or `stop` said so.
std::optional<fuzz_stats> merge_corpus(const fuzz_target& target, const std::filesystem::path& from,
                                       const std::filesystem::path& to, const corpus_merging& how);

}  // namespace tileproof::fuzz
