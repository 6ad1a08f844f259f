// SPDX-License-Identifier: MIT
// The folder of compiled kernels: what is in it, and what goes when it grows too large.
//
//   .tileproof/cache/scale-cpu-3f2a.so, scale-cpu-3f2a.inputs     one entry: "scale-cpu-3f2a", 1.2 MB, used an hour ago
//   .tileproof/cache/headers-cpu-7b1c.headers, .pch, .inputs      what several of them begin with (header_cache.hpp)
//   .tileproof/cache/.build-x7Gh2k/                               a compilation under way, or one that was killed
//
//   cached_kernels(folder)         the entries, the one that was used last first
//   keep_within(folder, largest_cache())     deletes what was used longest ago, until the rest fits; and compilations of an hour ago
//   clear_cache(folder)            deletes all of it, and nothing that is not of the cache
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::properties {

// In bytes: 1 GiB, or what the environment says: TILEPROOF_CACHE_SIZE=512MiB, 4GiB. Throws user_error for other words.
std::uint64_t largest_cache();

struct cached_kernel {
    std::string name;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type used;
    bool headers = false;  // precompiled, of no kernel
};

std::vector<cached_kernel> cached_kernels(const std::filesystem::path& folder);

// An entry that is used now is used last.
void mark_as_used(const std::filesystem::path& inputs);

// Entries of the last ten minutes stay, as somebody may be about to load them. Gives the bytes that are left.
std::uint64_t keep_within(const std::filesystem::path& folder, std::uint64_t most);

// Gives how many kernels went.
std::size_t clear_cache(const std::filesystem::path& folder);

}  // namespace tileproof::properties
