// SPDX-License-Identifier: MIT
// What another process has had of the machine: somebody who waits for it learns whether it hangs, or waits for its turn.
//
//   processor_seconds(4711) == 12.5     // of all of its threads since it began
//   wants_to_run(4711) == false         // each thread of it sleeps; paused, waiting for its turn or for the disk: true
#pragma once

#include <sys/types.h>

namespace tileproof::system {

// 0 when the process is gone.
double processor_seconds(pid_t);
double own_processor_seconds();

// Memory that it has really got; 0 when the process is gone.
double resident_bytes(pid_t);

// True where nobody can say.
bool wants_to_run(pid_t);

}  // namespace tileproof::system
