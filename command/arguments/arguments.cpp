// SPDX-License-Identifier: MIT
#include "command/arguments/arguments.hpp"

#include "report/output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

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

command_arguments::command_arguments(const std::string& name, const std::string& what)
    : App(what, name) {
    footer(exit_codes);
    get_formatter()->column_width(26);
}

void command_arguments::read() const {
    for (const auto& step : steps_) step();
}

void command_arguments::add_text(const std::string& name,
                                 std::function<void(const std::string&)> take,
                                 const std::string& help) {
    const CLI::Option* option = add_option_function<std::string>(
        name, [](const std::string&) {}, help);
    add_rule([option, take = std::move(take)] {
        if (option->count() > 0) take(option->results().front());
    });
}

double command_arguments::seconds_of(const std::string& option, const std::string& text) {
    const auto seconds = parse_duration(text);
    if (!seconds)
        throw report::command_error("{} '{}' is not a duration; use 60s, 500ms, 2m or 8h.", option,
                                    text);
    return *seconds;
}

void command_arguments::refuse_number(const std::string& option, const std::string& text,
                                      const std::string& least, const std::string& most) {
    throw report::command_error("{} '{}' must be a whole number from {} to {}.", option, text,
                                least, most);
}

void command_arguments::add_time_limit(double& seconds, const std::string& help) {
    add_duration("--time-limit", seconds, help);
    add_rule([&seconds] {
        if (seconds < 0.01) throw report::command_error("--time-limit must be at least 10ms.");
    });
}

void command_arguments::add_memory_limit(double& bytes) {
    const auto take = [&bytes](const std::string& text) {
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const std::string unit(end, text.data() + text.size());
        const double times = unit == "MiB" ? 1 << 20 : unit == "GiB" ? 1 << 30 : 0;
        if (error != std::errc() || times == 0 || !(number * times >= 1 << 26) || number > 1e9)
            throw report::command_error(
                "--memory-limit '{}' must be 64MiB or more, as in 512MiB or 4GiB.", text);
        bytes = number * times;
    };
    add_text("--memory-limit", take,
             "Stop a case that takes more memory: 512MiB, 4GiB (default: free memory)");
}

void command_arguments::add_trust_source(bool& trust) {
    add_flag("--trust-source", trust,
             "Compile and run the source named by a kernel's finding, even outside this folder");
}

void command_arguments::add_sandbox(bool& sandbox) {
    add_flag("--sandbox", sandbox,
             "Let the checked code write to temporary files only (Linux 5.13 or later)");
}

CLI::Validator decimal() {
    return CLI::Validator(
        [](const std::string& text) {
            const std::size_t digits = text.starts_with('-') ? 1 : 0;
            const bool leading_zero = text.size() > digits + 1 && text[digits] == '0';
            return leading_zero
                       ? fmt::format("'{}' is not a decimal number; write it without leading zeros",
                                     text)
                       : std::string();
        },
        "");
}

void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports) {
    for (std::size_t i = 0; i < reports.size(); ++i)
        for (std::size_t k = i + 1; k < reports.size(); ++k)
            if (same_file(reports[i].second, reports[k].second))
                throw report::command_error(
                    "{} and {} both name '{}'; give each report a file of its own.",
                    reports[i].first, reports[k].first, reports[i].second);
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
