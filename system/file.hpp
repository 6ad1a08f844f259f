// SPDX-License-Identifier: MIT
// Whole files. What is written exists whole or not at all, whatever happens meanwhile.
//
//   write_atomically("findings/K1-x.json", "{...}");   // a reader sees the old text or the new one
//   read_bounded("findings/K1-x.json", 1 << 20)        // the text; refuses more than 1 MiB
//   read_file("/proc/4711/stat")                       // "4711 (sh) S 1 4711 ...", or nullopt: the process has ended
//
// The first two throw store_error with a sentence that names the file and the reason ("No space left on device").
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
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

// nullopt covers every failure: no such file, a folder, no permission, a disk error, or an entry of /proc whose
// process ends between opening and reading. (A stream buffer throws for the last two.) For untrusted files, which may
// be endless, use read_bounded.
std::optional<std::string> read_file(const std::filesystem::path& file);
// digest_of_file_text() of its text, which is not kept; nullopt as above.
std::optional<std::uint64_t> digest_of_file(const std::filesystem::path& file);

}  // namespace tileproof::system
