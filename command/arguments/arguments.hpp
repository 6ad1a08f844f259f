// SPDX-License-Identifier: MIT
// The arguments of each command: its options, each declared once with its name, its member of the command's struct,
// its help and what it accepts. Each source of this folder declares a few similar commands.
//
//   auto& c = add_command(program, "replay", "Run a stored finding again", replay);    // int replay(const replay_options&)
//   c.add_option("file", c.options.file, "A finding")->required();
//   c.add_time_limit(c.options.case_seconds);
//
//   tileproof replay K1.json --time-limit 5x   ->  read() throws
//                                                  "--time-limit '5x' is not a duration; use 60s, 500ms, 2m or 8h."
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::command {

struct slurm_options;

// CLI11 reads the plain options, and refuses what it does not know. read() reads the others, as they are declared.
class command_arguments : public CLI::App {
  public:
    command_arguments(const std::string& name, const std::string& what);

    // Forgets arguments read before.
    virtual void forget() = 0;
    // Runs the command and returns the exit code. What it throws is a sentence.
    virtual int run() const = 0;
    // Reads and checks what CLI11 has parsed. Throws command_error.
    void read() const;

    // An option whose text is read by `take`, which throws command_error.
    void add_text(const std::string& name, std::function<void(const std::string&)> take,
                  const std::string& help);
    // 60s, 1.5m, 8h, 500ms or plain seconds, in seconds.
    void add_duration(const std::string& name, auto& to, const std::string& help) {
        add_text(
            name, [name, &to](const std::string& text) { to = seconds_of(name, text); }, help);
    }
    template <class To, class Number>
    void add_number(const std::string& name, To& to, Number least, Number most,
                    const std::string& help) {
        const auto take = [=, &to](const std::string& text) {
            Number number{};
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size() || number < least ||
                number > most)
                refuse_number(name, text, std::to_string(least), std::to_string(most));
            to = number;
        };
        add_text(name, take, help);
    }
    void add_jobs(int& to, const std::string& help) { add_number("--jobs", to, 1, 1024, help); }
    void add_time_limit(double& seconds, const std::string& help =
                                             "A case that takes longer counts as a hang (default "
                                             "10s)");
    // --memory-limit: 512MiB, 4GiB; at least 64MiB.
    void add_memory_limit(double& bytes);
    void add_trust_source(bool&);
    void add_sandbox(bool&);
    // --slurm and what goes with it. `file`: what a word without --slurm names, if it may.
    void add_slurm_options(slurm_options&, const std::string& file = "");

    // A rule between options, checked in its turn. It throws command_error.
    void add_rule(std::function<void()> rule) { steps_.push_back(std::move(rule)); }
    // Throws command_error if one of the options of --slurm is given without it.
    void require_slurm(const slurm_options&) const;

  private:
    // Throw command_error.
    static double seconds_of(const std::string& option, const std::string& text);
    [[noreturn]] static void refuse_number(const std::string& option, const std::string& text,
                                           const std::string& least, const std::string& most);

    std::vector<std::function<void()>> steps_;
};

template <class Options>
class arguments_of final : public command_arguments {
  public:
    arguments_of(const std::string& name, const std::string& what, int (*run)(const Options&))
        : command_arguments(name, what), run_(run) {}
    Options options;  // as given, with their defaults

    void forget() override { options = {}; }
    int run() const override { return run_(options); }

  private:
    int (*run_)(const Options&);
};

template <class Options>
arguments_of<Options>& add_command(CLI::App& program, const std::string& name,
                                   const std::string& what, int (*run)(const Options&)) {
    auto made = std::make_shared<arguments_of<Options>>(name, what, run);
    program.add_subcommand(made);
    return *made;
}

// Each adds its commands, in the order of the help text.
void add_campaign_commands(CLI::App&);  // verify, check
void add_program_commands(CLI::App&);   // run, extract
void add_layout_commands(CLI::App&);    // explain, offsets
void add_finding_commands(CLI::App&);   // replay, minimize, findings
void add_fuzz_command(CLI::App&);
void add_cluster_commands(CLI::App&);  // status, merge, task
void add_subject_command(CLI::App&);
void add_prove_command(CLI::App&);
void add_tool_commands(CLI::App&);  // copy, cache, bench, list

// Shared by several commands.
constexpr const char* exit_codes =
    "Exit status: 0 success, 1 a check failed, 2 the command could not run.";
constexpr const char* exit_codes_without_checks =
    "Exit status: 0 success, 2 the command could not run.";

// A number without leading zeros: CLI11 reads 010 as eight.
CLI::Validator decimal();

// Throws command_error if two options name one file.
//
//   verify --budget 2m --json a.json --html a.json
//     "--json and --html both name 'a.json'; give each report a file of its own."
void require_files_of_their_own(const std::vector<std::pair<std::string, std::string>>& reports);

// Seconds; nullopt if the text is not a duration, is negative, or is longer than a year.
std::optional<double> parse_duration(std::string_view text);

}  // namespace tileproof::command
