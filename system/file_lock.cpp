// SPDX-License-Identifier: MIT
#include "system/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace tileproof::system {
namespace {

int opened(const std::filesystem::path& file) { return open(file.c_str(), O_RDONLY | O_CLOEXEC); }

}  // namespace

file_lock::file_lock(const std::filesystem::path& file, kind what) : file_(opened(file)) {
    const int how = what == kind::use ? LOCK_SH : LOCK_EX;
    while (file_ >= 0 && flock(file_, how) != 0 && errno == EINTR) {
    }
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
