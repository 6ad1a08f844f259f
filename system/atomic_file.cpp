// SPDX-License-Identifier: MIT
#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

class descriptor {
  public:
    explicit descriptor(int fd) : fd_(fd) {}
    ~descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    int get() const { return fd_; }
    bool close_well() {
        const int fd = fd_;
        fd_ = -1;
        return ::close(fd) == 0;
    }

  private:
    int fd_;
};

bool write_whole(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

void sync_folder(const fs::path& folder) {
    const descriptor d(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (d.get() >= 0) ::fsync(d.get());  // some file systems cannot; the rename is in place anyway
}

}  // namespace

void write_atomically(const fs::path& file, std::string_view text) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw store_error(
            fmt::format("The folder '{}' cannot be made: {}.", folder.string(), error.message()));
    const fs::path temporary = file.string() + fmt::format(".{}.tmp", ::getpid());
    const auto fail = [&] {
        const int why = errno;
        ::unlink(temporary.c_str());
        throw store_error(
            fmt::format("The file '{}' cannot be written: {}.", file.string(), std::strerror(why)));
    };
    descriptor d(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (d.get() < 0 || !write_whole(d.get(), text)) fail();
    // A file system without sync (EINVAL) still renames whole files.
    if (::fsync(d.get()) != 0 && errno != EINVAL) fail();
    if (!d.close_well() || ::rename(temporary.c_str(), file.c_str()) != 0) fail();
    sync_folder(folder);
}

namespace {
constexpr int longest_silence_ms = 10'000;  // of a pipe whose writer hangs
}

std::string read_bounded(const fs::path& file, std::size_t limit) {
    const auto fail = [&](std::string_view why) {
        throw store_error(fmt::format("The file '{}' cannot be read: {}.", file.string(), why));
    };
    const descriptor d(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (d.get() < 0) fail(std::strerror(errno));
    std::string text;
    char chunk[1 << 14];
    for (;;) {
        pollfd wait{d.get(), POLLIN, 0};
        if (::poll(&wait, 1, longest_silence_ms) == 0)
            fail(fmt::format("nothing came out of it for {} seconds", longest_silence_ms / 1000));
        const ssize_t n = ::read(d.get(), chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n < 0) fail(std::strerror(errno));
        if (n == 0) return text;
        text.append(chunk, static_cast<std::size_t>(n));
        if (text.size() > limit) fail(fmt::format("it has more than {} bytes", limit));
    }
}

}  // namespace tileproof::properties
