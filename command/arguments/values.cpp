// SPDX-License-Identifier: MIT
#include "command/arguments/values.hpp"

#include <charconv>
#include <filesystem>
#include <utility>
#include <vector>

namespace tileproof::command {
namespace {

bool same_file(const std::string& a, const std::string& b) {
    const auto whole = [](const std::string& name) {
        std::error_code error;
        return std::filesystem::absolute(name, error).lexically_normal();
    };
    return !a.empty() && !b.empty() && whole(a) == whole(b);
}

}  // namespace

double seconds_of(const std::string& option, const std::string& text) {
    const auto seconds = parse_duration(text);
    if (!seconds)
        throw report::command_error(
            fmt::format("{} '{}' is not a duration; use 60s, 500ms, 2m or 8h.", option, text));
    return *seconds;
}

double bytes_of(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    const double times = unit == "MiB" ? 1 << 20 : unit == "GiB" ? 1 << 30 : 0;
    if (error != std::errc() || times == 0 || !(number * times >= 1 << 26) || number > 1e9)
        throw report::command_error(
            fmt::format("--memory-limit '{}' must be 64MiB or more, as in 512MiB or 4GiB.", text));
    return number * times;
}

CLI::Validator decimal() {
    return CLI::Validator(
        [](const std::string& text) {
            const std::size_t digits = text.starts_with('-') ? 1 : 0;
            const bool leading_zero = text.size() > digits + 1 && text[digits] == '0';
            return leading_zero ? fmt::format(
                                      "'{}' is not a decimal number; write it without "
                                      "leading zeros",
                                      text)
                                : std::string();
        },
        "");
}

void read_jobs(int& to, const std::string& text) { read_number(to, "--jobs", text, 1, 1024); }

void add_time_limit(CLI::App* command, std::string& text) {
    command->add_option("--time-limit", text,
                        "A case that takes longer counts as a hang (default 10s)");
}

double case_seconds(const std::string& time_limit) {
    const double seconds = seconds_of("--time-limit", time_limit);
    if (seconds < 0.01) throw report::command_error("--time-limit must be at least 10ms.");
    return seconds;
}

void add_trust_source(CLI::App* command, bool& trust) {
    command->add_flag(
        "--trust-source", trust,
        "Compile and run the source named by a kernel's finding, even outside this folder");
}

void add_sandbox(CLI::App* command, bool& sandbox) {
    command->add_flag("--sandbox", sandbox,
                      "Let the checked code write to temporary files only (Linux 5.13 or later)");
}

void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports) {
    for (std::size_t i = 0; i < reports.size(); ++i)
        for (std::size_t k = i + 1; k < reports.size(); ++k)
            if (same_file(reports[i].second, reports[k].second))
                throw report::command_error(
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

std::optional<double> parse_duration(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    double factor = 0;
    if (unit == "ms") factor = 1e-3;
    if (unit.empty() || unit == "s") factor = 1;
    if (unit == "m" || unit == "min") factor = 60;
    if (unit == "h") factor = 3600;
    const double seconds = number * factor;
    // Written so that NaN and infinity fail, too.
    if (factor == 0 || !(seconds >= 0 && seconds <= 366.0 * 24 * 3600)) return std::nullopt;
    return seconds;
}

}  // namespace tileproof::command
