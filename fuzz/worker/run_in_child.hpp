// SPDX-License-Identifier: MIT
// Runs a function in a child process and returns its text, for things that must not happen in this process, such as
// initialising a GPU before worker processes are forked.
#pragma once

#include <functional>
#include <string>

namespace tileproof::properties {

// Throws std::runtime_error with a sentence if the child crashes, hangs for longer than `seconds`, throws (its
// message is passed on) or cannot be forked.
std::string run_in_child(const std::function<std::string()>& function, double seconds);

}  // namespace tileproof::properties
