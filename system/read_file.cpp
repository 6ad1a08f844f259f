// SPDX-License-Identifier: MIT
#include "system/read_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tileproof::system {

std::optional<std::string> read_file(const std::filesystem::path& file) {
    const int from = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0) return std::nullopt;
    std::string text;
    char part[1 << 16];
    ssize_t got = 0;
    while ((got = read(from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) text.append(part, static_cast<std::size_t>(got));
    close(from);
    return got == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace tileproof::system
