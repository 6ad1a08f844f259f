// SPDX-License-Identifier: MIT
#include "system/file.hpp"

#include "system/digest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

namespace tileproof::system {
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

constexpr std::string_view temporary_ending = ".tmp";
constexpr int most_names = 10;
constexpr auto oldest_temporary = std::chrono::hours(1);

std::uint64_t random_number() {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
        number =
            static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return number;
}

void sync_folder(const fs::path& folder) {
    const descriptor d(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (d.get() >= 0) ::fsync(d.get());  // some file systems cannot; the rename has happened anyway
}

}  // namespace

bool write_whole(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

void write_atomically(const fs::path& file, std::string_view text) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw store_error("The folder '{}' cannot be made: {}.", folder.string(), error.message());
    fs::path temporary;
    int fd = -1;
    const auto fail = [&] {
        const int why = errno;
        if (fd >= 0) ::unlink(temporary.c_str());
        throw store_error("The file '{}' cannot be written: {}.", file.string(),
                          std::strerror(why));
    };
    // The name cannot be guessed, and an existing file or link is never reused.
    for (int i = 0; fd < 0 && (i == 0 || (errno == EEXIST && i < most_names)); ++i) {
        temporary = file.string() + fmt::format(".{:016x}{}", random_number(), temporary_ending);
        fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    }
    descriptor d(fd);
    if (d.get() < 0 || !write_whole(d.get(), text)) fail();
    // A file system without sync (EINVAL) still renames whole files.
    if (::fsync(d.get()) != 0 && errno != EINVAL) fail();
    if (!d.close_well() || ::rename(temporary.c_str(), file.c_str()) != 0) fail();
    sync_folder(folder);
}

void remove_abandoned(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        if (it->path().extension() != temporary_ending || !it->is_regular_file(gone)) continue;
        const auto written = it->last_write_time(gone);
        if (!gone && written < fs::file_time_type::clock::now() - oldest_temporary)
            fs::remove(it->path(), gone);
    }
}

namespace {
constexpr int longest_silence_ms = 10'000;  // then the writer of a pipe hangs
}

std::string read_bounded(const fs::path& file, std::size_t limit) {
    const auto fail = [&](std::string_view why) {
        throw store_error("The file '{}' cannot be read: {}.", file.string(), why);
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

namespace {

// Calls `begin` with the size of a regular file, and `add` with parts of one size but the last. False: it cannot be read.
template <class Begin, class Add>
bool read_in_parts(const fs::path& file, const Begin& begin, const Add& add) {
    const descriptor from(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (from.get() < 0) return false;
    struct stat status {};
    if (::fstat(from.get(), &status) == 0 && S_ISREG(status.st_mode))
        begin(static_cast<std::size_t>(status.st_size));
    char part[1 << 16];
    std::size_t filled = 0;
    ssize_t got = 0;
    while ((got = ::read(from.get(), part + filled, sizeof part - filled)) > 0 ||
           (got < 0 && errno == EINTR)) {
        if (got > 0) filled += static_cast<std::size_t>(got);
        if (filled < sizeof part) continue;
        add(std::string_view(part, filled));
        filled = 0;
    }
    add(std::string_view(part, filled));
    return got == 0;
}

}  // namespace

std::optional<std::string> read_file(const fs::path& file) {
    constexpr std::size_t most_at_once = 64u << 20;  // bytes; a file may say that it has any number
    std::string text;
    const bool whole = read_in_parts(
        file, [&](std::size_t size) { text.reserve(std::min(size, most_at_once)); },
        [&](std::string_view part) { text += part; });
    return whole ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::uint64_t> digest_of_file(const fs::path& file) {
    std::uint64_t digest = digest_of_file_text("");
    const bool whole = read_in_parts(
        file, [](std::size_t) {},
        [&](std::string_view part) { digest = digest_of_file_text(part, digest); });
    return whole ? std::optional(digest) : std::nullopt;
}

}  // namespace tileproof::system
