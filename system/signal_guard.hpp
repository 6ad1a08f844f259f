// SPDX-License-Identifier: MIT
// Code of somebody else that runs in a child must not stop or end the process that judges it.
//
//   guard_signals(getppid());       // in the child; from now on, of it and of all that it starts:
//   kill(getppid(), SIGKILL);       // the sender ends by SIGSYS; kill(-1, ..) of every process likewise
//   raise(SIGSTOP);                 // and a signal that stops whomever
//   kill(getpid(), SIGTERM);        // as always
//
// A filter of system calls (seccomp), which is kept for good, and with which no program gains rights (setuid).
#pragma once

#include <sys/types.h>

namespace tileproof::system {

// False where the system has no such filters.
bool guard_signals(pid_t judge);

}  // namespace tileproof::system
