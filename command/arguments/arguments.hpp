// SPDX-License-Identifier: MIT
// The arguments of each command: its options, their allowed values, and the function to run once they are read. Each
// file of this folder holds one command or a few similar ones.
//
//   tileproof replay K1.json --time-limit 5x   ->  add_to(), then read() throws
//                                                  "--time-limit '5x' is not a duration; use 60s, 500ms, 2m or 8h."
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace tileproof::command {

class command_arguments {
  public:
    virtual ~command_arguments() = default;
    // Adds the command and its options.
    virtual CLI::App* add_to(CLI::App& program) = 0;
    // Forgets arguments read before.
    virtual void clear() {}
    // Checks the arguments. Throws command_error.
    virtual void read() {}
    // Runs the command and returns the exit code. Throws command_error.
    virtual int run() = 0;
};

// The arguments given to a command, with their defaults.
template <class Given>
class arguments_of : public command_arguments {
  public:
    void clear() final { given_ = {}; }

  protected:
    Given given_;
};

using command_list = std::vector<std::unique_ptr<command_arguments>>;

// Each adds its commands, in the order of the help text.
void add_campaign_commands(command_list&);  // verify, check
void add_program_commands(command_list&);   // run, extract
void add_layout_commands(command_list&);    // explain, offsets
void add_finding_commands(command_list&);   // replay, minimize, findings
void add_fuzz_command(command_list&);
void add_cluster_commands(command_list&);  // status, merge, task
void add_subject_command(command_list&);
void add_tool_commands(command_list&);  // copy, cache, bench, list

// Shared by several commands.
constexpr const char* exit_codes =
    "Exit status: 0 success, 1 a check failed, 2 the command could not run.";
constexpr const char* exit_codes_without_checks =
    "Exit status: 0 success, 2 the command could not run.";
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& what);

}  // namespace tileproof::command
