// SPDX-License-Identifier: MIT
#include "system/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

namespace tileproof::system {
namespace {

int opened(const std::filesystem::path& file) { return open(file.c_str(), O_RDONLY | O_CLOEXEC); }

}  // namespace

file_lock::file_lock(const std::filesystem::path& file, kind what) : file_(opened(file)) {
    const int how = what == kind::use ? LOCK_SH : LOCK_EX;
    while (file_ >= 0 && flock(file_, how) != 0 && errno == EINTR) {
    }
}

file_lock::file_lock(const std::filesystem::path& file, kind what,
                     std::chrono::milliseconds longest_wait)
    : file_(opened(file)) {
    constexpr std::chrono::milliseconds between_tries(10);
    const int how = (what == kind::use ? LOCK_SH : LOCK_EX) | LOCK_NB;
    const auto end = std::chrono::steady_clock::now() + longest_wait;
    while (file_ >= 0 && flock(file_, how) != 0 && (errno == EINTR || errno == EWOULDBLOCK) &&
           std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(between_tries);
}

file_lock::~file_lock() {
    if (file_ >= 0) close(file_);
}

bool is_in_use(const std::filesystem::path& file) {
    const int fd = opened(file);
    if (fd < 0) return false;
    const bool locked = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return locked;
}

}  // namespace tileproof::system
