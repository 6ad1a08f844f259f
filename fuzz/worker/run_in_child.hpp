// SPDX-License-Identifier: MIT
// Runs a function in a child process and returns its text, for things that must not happen in this process, such as
// initialising a GPU before worker processes are forked.
#pragma once

#include <functional>
#include <string>

#include "fuzz/worker/worker.hpp"

namespace tileproof::fuzz {

// Code under test may not signal other processes. The project's own may start programs that gain rights (setuid), which that forbids.
enum class run_code : unsigned char { under_test, of_ours };

// Throws std::runtime_error with a sentence if the child crashes, hangs for longer than `seconds`, throws (its
// message is passed on), cannot be forked, or is ended because `stop` says so.
std::string run_in_child(const std::function<std::string()>& function, double seconds,
                         run_code which = run_code::under_test,
                         const std::function<bool()>& stop = {});

// Confirms an end of a process, or a hang: it counts only if it happens again in a fresh process.
//
// Something other than the case may end a worker: memory runs out and the kernel picks a process, somebody kills the
// group, a limit of processor time is reached, or the machine was paused for longer than the time limit. If a case
// does it again, the case is the reason.
//
//   worker_answer a = check_twice(w, {place, the_case});   // an end is confirmed, or this is the second run's answer
//   came_from_outside(*a.end)                              // SIGKILL, SIGTERM, .. or the time limit: not a fault

// Runs the case, and once more in a fresh process if its process ended: the last answer counts. A case that meets its time limit
// because it is long (expected_time.hpp) is discarded.
// The first run may take `first_seconds`; 0: as long as the worker's cases may.
worker_answer check_twice(worker& w, const check_request& request, double first_seconds = 0);
// The same for a case that has been run once.
worker_answer check_again(worker& w, const check_request& request, worker_answer first);

// Whether somebody else may have caused the end, so that it proves nothing about the case.
bool came_from_outside(const properties::process_end& end);

}  // namespace tileproof::fuzz
