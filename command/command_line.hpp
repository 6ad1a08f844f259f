// SPDX-License-Identifier: MIT
// The command line of tileproof: reads the arguments, runs the command, turns errors into one sentence
// on standard error and an exit code.
#pragma once

#include <string>

namespace tileproof::properties {

// The exit code: 0 well, 1 a law or a layout is broken, 2 could not run. Catches everything. --version names the
// commit.
int run_command_line(int argc, const char* const* argv, const char* commit) noexcept;

// Reads and checks the arguments without running the command: the sentence of the refusal, empty when
// there is none.
std::string refusal_of_command_line(int argc, const char* const* argv);

}  // namespace tileproof::properties
