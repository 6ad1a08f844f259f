// SPDX-License-Identifier: MIT
// Processor time and state of another process: they tell whether it hangs or waits for its turn.
//
//   processor_seconds(4711) == 12.5     // of all its threads since it started
//   wants_to_run(4711) == false         // all its threads sleep; true if one is runnable, paused or waits for the disk
#pragma once

#include <sys/types.h>

namespace tileproof::system {

// 0 if the process is gone.
double processor_seconds(pid_t);
double own_processor_seconds();

// Resident memory; 0 if the process is gone.
double resident_bytes(pid_t);

// True if unknown.
bool wants_to_run(pid_t);

// All of it is stopped, until somebody sends SIGCONT. False where nobody can say.
bool is_stopped(pid_t);

}  // namespace tileproof::system
