// SPDX-License-Identifier: MIT
// Runs a function in a child process and returns its text, for things that must not happen in this process, such as
// initialising a GPU before worker processes are forked.
#pragma once

#include <functional>
#include <string>

namespace tileproof::properties {

// Code under test may not signal other processes. The project's own may start programs that gain rights (setuid), which that forbids.
enum class run_code : unsigned char { under_test, of_ours };

// Throws std::runtime_error with a sentence if the child crashes, hangs for longer than `seconds`, throws (its
// message is passed on) or cannot be forked.
std::string run_in_child(const std::function<std::string()>& function, double seconds,
                         run_code which = run_code::under_test);

}  // namespace tileproof::properties
