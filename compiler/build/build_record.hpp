// SPDX-License-Identifier: MIT
// Records that a compiled library is complete, and for a GPU's copy the files it was made from, so that an old copy
// is loaded only if compiling today would give the same.
//
//   const auto start = moment_of(prepared);                // just written: now, by the file system's clock
//   ... clang++ prepared.cpp -MD -MF out.d -MT inputs ...
//   const auto names = dependency_names(text of out.d);    // {"prepared.cpp", "a header.hpp"}
//   changed_since(names, start)                            // edited while the compiler ran: compile again
//   write_record("k.inputs", "k.so", names);
//   is_current("k.inputs", "k.so")                         // true, until the library or one of the files changes
//
// An incomplete record is ignored: its first line says how many lines follow.
#pragma once

#include <ctime>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

// From a rule "inputs: a.hip \<newline> a\ header.hpp", without make's escapes of spaces, # and $.
std::vector<std::string> dependency_names(std::string_view rule);

// When the file or its metadata last changed (ctime), which nobody can set back.
std::timespec moment_of(const std::filesystem::path& file);
// Now, by the clock of the file system: `file` is written and removed.
std::timespec now_beside(const std::filesystem::path& file);
bool changed_since(const std::vector<std::string>& names, std::timespec moment);

// Synced to the disk, then renamed. Throws store_error.
void write_record(const std::filesystem::path& record, const std::filesystem::path& library,
                  const std::vector<std::string>& names);
bool is_current(const std::filesystem::path& record, const std::filesystem::path& library);

}  // namespace tileproof::compiler
