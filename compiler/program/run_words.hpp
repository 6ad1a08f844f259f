// SPDX-License-Identifier: MIT
// Starting a program and waiting for it, and where the library of whole programs lies.
#pragma once

#include <string>
#include <vector>

namespace tileproof::user {

// Its exit code, or 128 and the number of the signal that ended it. Throws std::runtime_error when it cannot be
// started.
int run_words(const std::vector<std::string>& words);

// The same, and waits for processes that the program left (a daemon, a child) while they are still checked. SIGINT, SIGTERM and
// SIGHUP that are sent to this process alone stop the program instead, which says what it found until then.
int run_words_until_stopped(const std::vector<std::string>& words);

// libtileproof_program.so, of the installation or of the build.
std::string program_library();

}  // namespace tileproof::user
