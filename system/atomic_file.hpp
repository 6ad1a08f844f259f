// SPDX-License-Identifier: MIT
// Files that exist whole or not at all, whatever happens while they are written.
//
//   write_atomically("findings/K1-x.json", "{...}");   // a reader sees the old text or the new one
//   read_bounded("findings/K1-x.json", 1 << 20)        // the text; refuses more than 1 MiB
//
// Both throw store_error with a sentence that names the file and the reason ("No space left on device").
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tileproof::system {

class store_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    template <class First, class... More>
    store_error(fmt::format_string<First, More...> text, First&& first, More&&... more)
        : runtime_error(
              fmt::format(text, std::forward<First>(first), std::forward<More>(more)...)) {}
};

// Writes all of it to a descriptor; false: errno says why not.
bool write_whole(int fd, std::string_view text);

// Writes a temporary file in the same folder, syncs it, renames it, and syncs the folder. Makes the folder if needed.
void write_atomically(const std::filesystem::path& file, std::string_view text);

// Deletes temporary files that a killed write_atomically() left in this folder, once they are an hour old.
void remove_abandoned(const std::filesystem::path& folder);

// Reads regular files, pipes and devices up to `limit` bytes. Gives up on a pipe that is silent for 10 seconds.
std::string read_bounded(const std::filesystem::path& file, std::size_t limit);

}  // namespace tileproof::system
