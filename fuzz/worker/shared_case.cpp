// SPDX-License-Identifier: MIT
#include "fuzz/worker/shared_case.hpp"

#include "system/process_times.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>
#include <vector>

namespace tileproof::properties {

namespace fs = std::filesystem;

namespace {

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The folders that this process has made for its files, deepest first, so that it leaves no empty ones.
std::vector<fs::path>& folders_made_here() {
    static std::vector<fs::path> all;
    return all;
}

void make_folders(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || fs::exists(folder, error)) return;
    make_folders(folder.parent_path());
    if (fs::create_directory(folder, error))
        folders_made_here().insert(folders_made_here().begin(), folder);
}

}  // namespace

void shared_case::begin(std::string_view property_name, std::int64_t case_index) {
    text_length = still_generated;
    const bool fits = property_name.size() < name_size;
    if (fits) std::memcpy(property, property_name.data(), property_name.size());
    property[fits ? property_name.size() : 0] = '\0';
    note[0] = '\0';
    index = case_index;
    processor_seconds = system::own_processor_seconds();
    started_ns = now_ns();
}

void shared_case::record(std::string_view case_text) {
    if (case_text.size() > text_size) {
        text_length = too_long;
        return;
    }
    std::memcpy(text, case_text.data(), case_text.size());
    text_length = static_cast<std::int64_t>(case_text.size());
}

void shared_case::end() { started_ns = 0; }

double shared_case::seconds_running() const {
    const std::int64_t started = started_ns;
    return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

// A descriptor of a new, locked file with room for the cases; -1, and a sentence in problem_, on failure.
int shared_case_memory::open_file(const fs::path& folder, std::size_t bytes) {
    static int files = 0;
    // The name cannot be guessed, and an existing file or link is never reused.
    std::uint64_t number = 0;
    (void)!getrandom(&number, sizeof number, 0);
    path_ = folder / fmt::format("{}-{}-{:016x}.case", getpid(), ++files, number);
    int fd = -1;
    for (int attempt = 0; fd < 0 && attempt < 2; ++attempt) {  // another run may delete the folder
        make_folders(folder);
        fd = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    }
    int failed = fd < 0 ? errno : 0;
    if (!failed && flock(fd, LOCK_EX | LOCK_NB) != 0) failed = errno;
    // Allocates the space now, so that a write to memory never meets a full disk.
    if (!failed) failed = posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    if (!failed) return fd;
    problem_ = fmt::format(
        "The running case cannot be kept in '{}': {}. If this process is killed, the case that "
        "runs then is not known.",
        path_.string(), std::generic_category().message(failed));
    if (fd >= 0) {
        unlink(path_.c_str());
        close(fd);
    }
    path_.clear();
    return -1;
}

shared_case_memory::shared_case_memory(std::size_t threads, const fs::path& folder) {
    const std::size_t bytes = threads * sizeof(shared_case);
    if (!folder.empty()) file_ = open_file(folder, bytes);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (file_ < 0 ? MAP_ANONYMOUS : 0), file_, 0);
    if (memory == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(),
                                "No memory to share with a worker process");
    cases_ = {new (memory) shared_case[threads], threads};
}

shared_case_memory::~shared_case_memory() {
    munmap(cases_.data(), cases_.size_bytes());
    if (file_ < 0) return;
    unlink(path_.c_str());
    close(file_);
    rmdir(path_.parent_path().c_str());  // if it is empty, whoever made it
    std::erase_if(folders_made_here(),
                  [](const fs::path& made) { return rmdir(made.c_str()) == 0 || errno == ENOENT; });
}

}  // namespace tileproof::properties
