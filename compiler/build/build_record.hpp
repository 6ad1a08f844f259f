// SPDX-License-Identifier: MIT
// That a compiled library is whole; and what a GPU's copy was made of, so that one of yesterday is loaded only when it is what
// would be compiled today.
//
//   const auto start = moment_of(prepared);                // just written: now, by the file system's clock
//   ... clang++ prepared.cpp -MD -MF out.d -MT inputs ...
//   const auto names = dependency_names(text of out.d);    // {"prepared.cpp", "a header.hpp"}
//   changed_since(names, start)                            // edited while the compiler ran: compile again
//   write_record("k.inputs", "k.so", names);
//   is_current("k.inputs", "k.so")                         // true, until the library or one of the files changes
//
// The record is whole or it does not count: its first line says how many follow.
#pragma once

#include <ctime>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// Of a rule "inputs: a.hip \<newline> a\ header.hpp", with make's escapes of spaces, # and $ taken back.
std::vector<std::string> dependency_names(std::string_view rule);

// When the file was changed last, its content or what is known of it: nobody can set that back.
std::timespec moment_of(const std::filesystem::path& file);
bool changed_since(const std::vector<std::string>& names, std::timespec moment);

// Synced to the disk, then renamed. Throws store_error.
void write_record(const std::filesystem::path& record, const std::filesystem::path& library,
                  const std::vector<std::string>& names);
bool is_current(const std::filesystem::path& record, const std::filesystem::path& library);

}  // namespace tileproof::properties
