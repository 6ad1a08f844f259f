// SPDX-License-Identifier: MIT
#include "system/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "system/digest.hpp"

namespace tileproof::system {
namespace {

// Calls `begin` with the size of a regular file, and `add` with parts of one size but the last. False: it cannot be read.
template <class Begin, class Add>
bool read_in_parts(const std::filesystem::path& file, const Begin& begin, const Add& add) {
    const int from = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0) return false;
    struct stat status {};
    if (fstat(from, &status) == 0 && S_ISREG(status.st_mode))
        begin(static_cast<std::size_t>(status.st_size));
    char part[1 << 16];
    std::size_t filled = 0;
    ssize_t got = 0;
    while ((got = read(from, part + filled, sizeof part - filled)) > 0 ||
           (got < 0 && errno == EINTR)) {
        if (got > 0) filled += static_cast<std::size_t>(got);
        if (filled < sizeof part) continue;
        add(std::string_view(part, filled));
        filled = 0;
    }
    add(std::string_view(part, filled));
    close(from);
    return got == 0;
}

}  // namespace

std::optional<std::string> read_file(const std::filesystem::path& file) {
    constexpr std::size_t most_at_once = 64u << 20;  // bytes; a file may say that it has any number
    std::string text;
    const bool whole = read_in_parts(
        file, [&](std::size_t size) { text.reserve(std::min(size, most_at_once)); },
        [&](std::string_view part) { text += part; });
    return whole ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::uint64_t> digest_of_file(const std::filesystem::path& file) {
    std::uint64_t digest = digest_of_file_text("");
    const bool whole = read_in_parts(
        file, [](std::size_t) {},
        [&](std::string_view part) { digest = digest_of_file_text(part, digest); });
    return whole ? std::optional(digest) : std::nullopt;
}

}  // namespace tileproof::system
