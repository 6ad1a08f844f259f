// SPDX-License-Identifier: MIT
// Files that are there whole or not at all, whatever happens while they are written.
//
//   write_atomically("findings/K1-x.json", "{...}");   // a reader sees the old text or the new one
//   read_bounded("findings/K1-x.json", 1 << 20)        // the text; refuses more than 1 MiB
//
// Both throw store_error with a sentence that names the file and the reason ("No space left on
// device").
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tileproof::properties {

class store_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Written next to its place, synced to the disk, renamed, and the folder synced. Makes the folder.
void write_atomically(const std::filesystem::path& file, std::string_view text);

// Deletes what write_atomically() left behind in this folder when it was killed: temporary files of an hour ago.
void remove_abandoned(const std::filesystem::path& folder);

// Regular files, pipes and devices up to `limit` bytes. A pipe that says nothing for 10 seconds is given up.
std::string read_bounded(const std::filesystem::path& file, std::size_t limit);

}  // namespace tileproof::properties
