// SPDX-License-Identifier: MIT
// A whole file as text, without exceptions.
//
//   read_file("/proc/4711/stat")   // "4711 (sh) S 1 4711 ...", or nullopt: the process has ended
//
// nullopt covers every failure: no such file, a folder, no permission, a disk error, or an entry of /proc whose
// process ends between opening and reading. (A stream buffer throws for the last two.) For untrusted files, which may
// be endless, use read_bounded (atomic_file.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tileproof::system {

std::optional<std::string> read_file(const std::filesystem::path& file);
// digest_of_file_text() of its text, which is not kept; nullopt as above.
std::optional<std::uint64_t> digest_of_file(const std::filesystem::path& file);

}  // namespace tileproof::system
