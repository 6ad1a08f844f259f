// SPDX-License-Identifier: MIT
// Starts a program and waits for it, and locates the library for whole programs.
#pragma once

#include <string>
#include <vector>

namespace tileproof::compiler {

// Returns its exit code, or 128 plus the number of the signal that ended it. Throws std::runtime_error if it cannot
// be started.
int run_words(const std::vector<std::string>& words);

// The same, and waits for processes that the program left (a daemon, a child) while they are still checked. If
// SIGINT, SIGTERM or SIGHUP is sent only to this process, it stops the program instead, which reports what it has
// found so far.
int run_words_until_stopped(const std::vector<std::string>& words);

// libtileproof_program.so, of the installation or of the build.
std::string program_library();

}  // namespace tileproof::compiler
