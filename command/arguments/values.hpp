// SPDX-License-Identifier: MIT
// Parses values of options. Invalid text is a command_error that names the option.
//
//   seconds_of("--budget", "2m")         120
//   number_of("--jobs", "0", 1, 1024)    throws "--jobs '0' must be a whole number from 1 to 1024."
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command/options.hpp"
#include "report/output.hpp"

namespace tileproof::command {

double seconds_of(const std::string& option, const std::string& text);

// --memory-limit: 512MiB, 4GiB; at least 64MiB.
double bytes_of(const std::string& text);

// A number without leading zeros: CLI11 reads 010 as eight.
CLI::Validator decimal();

template <class Number>
Number number_of(const std::string& option, const std::string& text, Number least, Number most) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
        throw report::command_error(fmt::format("{} '{}' must be a whole number from {} to {}.",
                                                option, text, least, most));
    return number;
}

// Numbers that may be omitted.
template <class Result, class Number>
void read_number(Result& to, const std::string& option, const std::string& text, Number least,
                 Number most) {
    if (!text.empty()) to = number_of(option, text, least, most);
}
void read_jobs(int& to, const std::string& text);

// --time-limit, shared by many commands.
void add_time_limit(CLI::App* command, std::string& text);
double case_seconds(const std::string& time_limit);

// --trust-source and --sandbox.
void add_trust_source(CLI::App* command, bool&);
void add_sandbox(CLI::App* command, bool&);

// Options that verify and check share: duration, cases, devices, reports.
//
//   verify --budget 2m --json a.json --html a.json
//     throws "--json and --html both name 'a.json'; give each report a file of its own."

struct campaign_words {
    std::string budget;
    std::string cases = {}, seed = {}, jobs = {}, memory_limit = {};
    std::string time_limit = "10s";
};

void add_campaign_options(CLI::App* command, campaign_choices&, campaign_words&,
                          const std::string& devices, const std::string& store);
// Throw command_error.
void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports);
void read_campaign_options(campaign_choices&, const campaign_words&);

// Times as people type them: "60s", "1.5m", "8h", "500ms", or plain seconds.

// Seconds; nullopt if the text is not a duration, is negative, or is longer than a year.
std::optional<double> parse_duration(std::string_view text);

}  // namespace tileproof::command
