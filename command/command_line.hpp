// SPDX-License-Identifier: MIT
// The command line of tileproof: reads the arguments, runs the command, and turns errors into one sentence on
// standard error and an exit code.
#pragma once

#include <string>

namespace tileproof::command {

// Returns the exit code: 0 success, 1 a check failed, 2 the command could not run. Catches everything. --version
// prints the commit.
int run_command_line(int argc, const char* const* argv, const char* commit) noexcept;

// Reads and checks the arguments without running the command. Returns the sentence of the refusal; empty if there is
// none.
std::string refusal_of_command_line(int argc, const char* const* argv);

}  // namespace tileproof::command
