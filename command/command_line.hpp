// SPDX-License-Identifier: MIT
// The command line of tileproof: arguments are read, the command runs, errors become a sentence and an exit code.
#pragma once

#include <string>

namespace tileproof::command {

// Returns 0: success, 1: a check failed, 2: the command could not run. Catches everything. --version prints the commit.
int run_command_line(int argc, const char* const* argv, const char* commit) noexcept;

// Reads and checks the arguments without running the command. The sentence of the refusal, or empty.
std::string refusal_of_command_line(int argc, const char* const* argv);

}  // namespace tileproof::command
