// SPDX-License-Identifier: MIT
// Restricts children to writing in a few folders, with Landlock if the kernel has it (Linux 5.13 and later).
//
//   confine_children({"/tmp", ".tileproof/corpus"});   // "": in force from now on; else a sentence why not
//   process p({.words = {"target"}, .confined = true});   // may read anything, and write only there
//
// Devices in /dev stay writable: a GPU is one. A child's own children inherit the restriction. Neither network access
// nor reading is restricted.
#pragma once

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

}  // namespace tileproof::system
