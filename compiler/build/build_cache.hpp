// SPDX-License-Identifier: MIT
// The folder of compiled kernels: its entries, and which are deleted when it grows too large.
//
//   .tileproof/cache/scale-cpu-3f2a.so, scale-cpu-3f2a.inputs     one entry: "scale-cpu-3f2a", 1.2 MB, used an hour ago
//   .tileproof/cache/headers-cpu-7b1c.headers, .pch, .inputs      headers that several of them share (header_cache.hpp)
//   .tileproof/cache/1807.asked                                   what the compiler asked when it read a file (asked_before.hpp)
//   .tileproof/cache/.build-x7Gh2k/                               a compilation under way, or one that was killed
//
//   cached_kernels(folder)         the entries, the most recently used first
//   keep_within(folder, largest_cache())     deletes the least recently used until the rest fits; unfinished ones after an hour
//   clear_cache(folder)            deletes everything that belongs to the cache and that nobody uses, and nothing else
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

// In bytes: 1 GiB, or TILEPROOF_CACHE_SIZE (512MiB, 4GiB). Throws user_error for other values.
std::uint64_t largest_cache();

struct cached_kernel {
    std::string name;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type used;
    bool headers = false;  // precompiled, not a kernel
};

std::vector<cached_kernel> cached_kernels(const std::filesystem::path& folder);

// Makes an entry the most recently used.
void mark_as_used(const std::filesystem::path& inputs);

// Keeps what processes use, and entries of the last ten minutes, because somebody may be about to load them. Returns the
// remaining bytes.
std::uint64_t keep_within(const std::filesystem::path& folder, std::uint64_t most);

// Waits until nobody compiles into the folder.
struct cleared {
    std::size_t deleted = 0, kept = 0;  // kernels; commands that run use those that are kept
};
cleared clear_cache(const std::filesystem::path& folder);

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
