// SPDX-License-Identifier: MIT
// Runs a function in a child process and gives back the text it returns: for what must not happen in
// this process, such as waking up a GPU before worker processes are forked.
#pragma once

#include <functional>
#include <string>

namespace tileproof::properties {

// Throws std::runtime_error with a sentence when the child crashes, hangs for longer than `seconds`,
// throws (its message is passed on) or cannot be forked.
std::string run_in_child(const std::function<std::string()>& function, double seconds);

}  // namespace tileproof::properties
