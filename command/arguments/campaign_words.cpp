// SPDX-License-Identifier: MIT
#include "command/arguments/campaign_words.hpp"

#include "command/arguments/values.hpp"

#include <filesystem>
#include <utility>
#include <vector>

namespace tileproof::properties {
namespace {

bool same_file(const std::string& a, const std::string& b) {
    const auto whole = [](const std::string& name) {
        std::error_code error;
        return std::filesystem::absolute(name, error).lexically_normal();
    };
    return !a.empty() && !b.empty() && whole(a) == whole(b);
}

}  // namespace

void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports) {
    for (std::size_t i = 0; i < reports.size(); ++i)
        for (std::size_t k = i + 1; k < reports.size(); ++k)
            if (same_file(reports[i].second, reports[k].second))
                throw command_error(
                    fmt::format("{} and {} both name '{}'; give each report a file of its own.",
                                reports[i].first, reports[k].first, reports[i].second));
}

void add_campaign_options(CLI::App* c, campaign_choices& o, campaign_words& words,
                          const std::string& devices, const std::string& store) {
    c->add_option("--budget", words.budget,
                  fmt::format("How long to search: 60s, 500ms, 2m, 8h (default {})", words.budget));
    c->add_option("--cases", words.cases,
                  "Run this many cases of each property instead; with --seed, the same ones "
                  "each time");
    c->add_option("--seed", words.seed, "Seed of the random cases (default: a new one, printed)");
    c->add_option("--device", o.devices, devices);
    c->add_option("--jobs", words.jobs, "Worker processes (default: one per processor)");
    add_time_limit(c, words.time_limit);
    c->add_option("--store", o.store, store);
    c->add_option("--json", o.json, "Write the report as JSON to this file (- is standard output)");
    c->add_option("--junit", o.junit, "Write the report as JUnit XML to this file");
    c->add_option("--sarif", o.sarif, "Write the bugs as SARIF 2.1.0 to this file");
    c->add_option(
        "--html", o.html,
        "Write the report as a page to this file (default STORE.html, if there are bugs)");
    c->add_flag("--stop-at-first", o.stop_at_first,
                "Stop after the first finding, once it is minimized");
    add_sandbox(c, o.sandbox);
    c->add_option("--memory-limit", words.memory_limit,
                  "Stop a case that takes more memory: 512MiB, 4GiB (default: free memory)");
}

void read_campaign_options(campaign_choices& o, const campaign_words& words) {
    o.budget_seconds = seconds_of("--budget", words.budget);
    o.case_seconds = case_seconds(words.time_limit);
    read_number<std::optional<std::int64_t>, std::int64_t>(o.cases, "--cases", words.cases, 1,
                                                           1'000'000'000'000);
    read_number<std::optional<std::uint64_t>, std::uint64_t>(o.seed, "--seed", words.seed, 0,
                                                             ~std::uint64_t{0});
    read_jobs(o.jobs, words.jobs);
    if (!words.memory_limit.empty()) o.memory_bytes = bytes_of(words.memory_limit);
    require_files_of_their_own(
        {{"--json", o.json}, {"--junit", o.junit}, {"--sarif", o.sarif}, {"--html", o.html}});
}

}  // namespace tileproof::properties
