// SPDX-License-Identifier: MIT
// Parses values of options. Invalid text is a command_error that names the option.
//
//   seconds_of("--budget", "2m")         120
//   number_of("--jobs", "0", 1, 1024)    throws "--jobs '0' must be a whole number from 1 to 1024."
#pragma once

#include "report/output.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

namespace tileproof::properties {

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
        throw command_error(fmt::format("{} '{}' must be a whole number from {} to {}.", option,
                                        text, least, most));
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

}  // namespace tileproof::properties
