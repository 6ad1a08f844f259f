// SPDX-License-Identifier: MIT
// An end of a process, or a hang, that counts: one that happens again in a fresh process.
//
// A worker may be ended by what is not the case: the memory of the machine is used up and the system picks a process,
// somebody stops the whole group, a limit of processor time is reached, or the machine was paused for longer than the
// time limit. A case that does it again does it itself.
//
//   worker_answer a = check_twice(w, {place, the_case});   // an end is confirmed, or what the second run said
//   came_from_outside(*a.end)                              // SIGKILL, SIGTERM, .. or the time limit: not a fault
#pragma once

#include "fuzz/worker/worker.hpp"

namespace tileproof::properties {

// Runs the case, and after an end of the process once more in a fresh one: the last answer counts.
worker_answer check_twice(worker& w, const check_request& request);

// What somebody else may have done, so that it says nothing about the case by itself.
bool came_from_outside(const process_end& end);

}  // namespace tileproof::properties
