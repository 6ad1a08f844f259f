// SPDX-License-Identifier: MIT
#include "command/arguments/values.hpp"

#include "command/duration.hpp"

namespace tileproof::properties {

double seconds_of(const std::string& option, const std::string& text) {
    const auto seconds = parse_duration(text);
    if (!seconds)
        throw command_error(
            fmt::format("{} '{}' is not a duration; use 60s, 500ms, 2m or 8h.", option, text));
    return *seconds;
}

double bytes_of(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    const double times = unit == "MiB" ? 1 << 20 : unit == "GiB" ? 1 << 30 : 0;
    if (error != std::errc() || times == 0 || !(number * times >= 1 << 26) || number > 1e9)
        throw command_error(
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
    if (seconds < 0.01) throw command_error("--time-limit must be at least 10ms.");
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

}  // namespace tileproof::properties
