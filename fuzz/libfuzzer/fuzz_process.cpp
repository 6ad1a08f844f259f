// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace tileproof::fuzz {
namespace {

// The number after a mark, for instance after "cov: ".
std::int64_t number_after(std::string_view line, std::string_view mark) {
    const auto at = line.find(mark);
    if (at == line.npos) return -1;
    std::int64_t number = -1;
    std::from_chars(line.data() + at + mark.size(), line.data() + line.size(), number);
    return number;
}

// What ends its targets with the campaign, whatever shells libFuzzer puts between.
const std::pair<std::string, std::string> campaign() {
    return {"TILEPROOF_FUZZ_CAMPAIGN", std::to_string(::getpid())};
}

system::command fork_mode(const fuzz_target& target, const fuzz_folders& folders, int jobs,
                          int seconds, std::uint32_t seed) {
    system::command c;
    c.words = {target.program.string(),
               fmt::format("-fork={}", jobs),
               "-ignore_crashes=1",
               "-ignore_timeouts=1",
               "-ignore_ooms=1",
               "-use_value_profile=1",
               fmt::format("-max_total_time={}", seconds),
               "-artifact_prefix=" + folders.artifacts.string()};
    if (seed != 0) c.words.push_back(fmt::format("-seed={}", seed));
    if (!target.dictionary.empty()) c.words.push_back("-dict=" + target.dictionary.string());
    c.words.insert(c.words.end(), target.flags.begin(), target.flags.end());
    c.words.push_back(folders.corpus.string());
    for (const auto& folder : target.seeds) c.words.push_back(folder.string());
    c.confined = true;
    c.environment = {campaign(), {"TMPDIR", folders.scratch.string()}};
    // Other processes of the campaign have the other processors.
    if (!std::getenv("TILEPROOF_CPU_WORKERS"))
        c.environment.push_back({"TILEPROOF_CPU_WORKERS", "1"});
    return c;
}

}  // namespace

bool read_stats(std::string_view line, fuzz_stats& stats) {
    if (!line.starts_with('#')) return false;
    const std::int64_t executions = number_after(line, "#");
    const std::int64_t coverage = number_after(line, "cov: ");
    if (executions < 0 || coverage < 0) return false;
    stats.executions = executions;
    stats.coverage = coverage;
    stats.features = std::max<std::int64_t>(number_after(line, "ft: "), 0);
    stats.corpus = std::max<std::int64_t>(number_after(line, "corp: "), 0);
    stats.executions_a_second = std::max<std::int64_t>(number_after(line, "exec/s"), 0);
    if (const auto n = number_after(line, "exec/s "); n >= 0) stats.executions_a_second = n;
    if (const auto n = number_after(line, "exec/s: "); n >= 0) stats.executions_a_second = n;
    return true;
}

fuzz_process::fuzz_process(const fuzz_target& target, const fuzz_folders& folders, int jobs,
                           int seconds, std::uint32_t seed)
    : process_(fork_mode(target, folders, jobs, seconds, seed)) {}

fuzz_process::~fuzz_process() {
    if (!process_.has_ended()) process_.end(1);
}

double fuzz_process::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void fuzz_process::read_lines() {
    process_.read();
    pending_ += process_.take_output();
    for (auto end = pending_.find('\n'); end != pending_.npos; end = pending_.find('\n')) {
        const std::string line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        if (!read_stats(line, stats_) && !line.empty()) last_line_ = line;
    }
    if (pending_.size() > (1 << 16)) pending_.clear();
}

bool fuzz_process::listen() {
    const bool ended =
        process_.has_ended();  // asked first: what it printed before is then read below
    read_lines();
    if (!ended) return true;
    failed_ = !process_.wait().well() && stats_.executions == 0;
    return false;
}

std::optional<fuzz_stats> merge_corpus(const fuzz_target& target, const std::filesystem::path& from,
                                       const std::filesystem::path& to, const corpus_merging& how) {
    system::command c{.words = {target.program.string(), "-merge=1", "-use_value_profile=1",
                                "-rss_limit_mb=4096", to.string(), from.string()},
                      .environment = {campaign(), {"TILEPROOF_CPU_WORKERS", "1"}},
                      .confined = true,
                      .seconds = how.seconds,
                      .stop = how.stop};
    if (!how.scratch.empty()) c.environment.push_back({"TMPDIR", how.scratch.string()});
    try {
        const system::result r = system::run(c);
        if (!r.how.well()) return std::nullopt;
        // "MERGE-OUTER: 12 new files with 4066 new features added; 1234 new coverage edges"
        const auto at = std::min(r.output.rfind("MERGE-OUTER: "), r.output.size());
        const std::string_view said = std::string_view(r.output).substr(at);
        fuzz_stats reached;
        reached.features = std::max<std::int64_t>(number_after(said, "new files with "), 0);
        reached.coverage = std::max<std::int64_t>(number_after(said, "features added; "), 0);
        return reached;
    } catch (const system::start_error&) {
        return std::nullopt;
    }
}

}  // namespace tileproof::fuzz
