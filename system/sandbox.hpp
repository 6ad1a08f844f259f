// SPDX-License-Identifier: MIT
// Code of others writes nowhere but in a few folders: by Landlock, where the kernel has it (Linux 5.13 and later).
//
//   confine_children({"/tmp", ".tileproof/corpus"});   // "": from now on; else a sentence why not
//   process p({.words = {"target"}, .confined = true});   // opens what it likes for reading, and writes there alone
//
// Devices in /dev may be written to: a GPU is one. What a child starts is confined as it is. Nothing keeps a child from
// the network, nor from reading.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::system {

// Folders that are not there when a child starts are left out.
std::string confine_children(std::vector<std::filesystem::path> writable);

// For process.cpp. A descriptor of the rules, made before the fork; -1: there are none. Closed by whoever asked.
int rules_for_child();
// In the child; nothing is allocated. False: it could not be confined.
bool confine_this_process(int rules);

}  // namespace tileproof::system
