// SPDX-License-Identifier: MIT
// A whole file as text, without exceptions.
//
//   read_file("/proc/4711/stat")   // "4711 (sh) S 1 4711 ...", or nothing: that process has ended
//
// Nothing stands for every reason: no such file, a folder, no permission, an error of the disk, or an entry of /proc whose
// process ends between opening and reading. Of the last two a stream's buffer throws where nobody expects it.
// For files of strangers, which may be endless: read_bounded (atomic_file.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tileproof::system {

std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace tileproof::system
