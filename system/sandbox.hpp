// SPDX-License-Identifier: MIT
// What children may not do: write elsewhere than in a few folders, with Landlock if the kernel has it (Linux 5.13 and
// later), and stop or end the process that judges them.
//
//   confine_children({"/tmp", ".tileproof/corpus"});   // "": in force from now on; else a sentence why not
//   process p({.words = {"target"}, .confined = true});   // may read anything, and write only there
//
// Devices in /dev stay writable: a GPU is one. A child's own children inherit the restriction. Neither network access
// nor reading is restricted.
#pragma once

#include <sys/types.h>
#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::system {

// Folders that do not exist when a child starts are skipped.
std::string confine_children(std::vector<std::filesystem::path> writable);

// For process.cpp. A descriptor of the rules, made before the fork; -1: no rules. The caller closes it.
int rules_for_child();
// Called in the child; allocates nothing. False: it could not be confined.
bool confine_this_process(int rules);

// Code of somebody else that runs in a child must not stop or end the process that judges it.
//
//   guard_signals(getppid());       // in the child; from now on, of it and of all that it starts:
//   kill(getppid(), SIGKILL);       // the sender ends by SIGSYS; kill(-1, ..) of every process likewise
//   raise(SIGSTOP);                 // and a signal that stops whomever
//   kill(getpid(), SIGTERM);        // as always
//
// A filter of system calls (seccomp), which is kept for good, and with which no program gains rights (setuid).
// False where the system has no such filters.
bool guard_signals(pid_t judge);

}  // namespace tileproof::system
