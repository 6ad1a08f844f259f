// SPDX-License-Identifier: MIT
// A library to be preloaded: the n-th write, rename, fsync or fork fails.
//
//   FAIL_CALL=write FAIL_AT=7 FAIL_WITH=28 FAIL_LOG=log LD_PRELOAD=./failing_calls.so tileproof check ..
//
// The seventh write of the process fails with errno 28 (ENOSPC), and nothing is written; all others do what they do.
// FAIL_IN=child counts in the processes that it forks instead. Each call that is counted adds a byte to the log. Compilers
// that it starts are left alone.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

struct plan {
    const pid_t first = getpid();
    const std::string call = setting("FAIL_CALL");
    const int at = std::atoi(setting("FAIL_AT").c_str());
    const int with = std::atoi(setting("FAIL_WITH").c_str());
    const bool in_child = setting("FAIL_IN") == "child";
    const std::string log = setting("FAIL_LOG");
    std::atomic<int> count{0};
};

bool fails(const char* name) {
    static plan* const p = new plan;  // calls may come before and after everything else
    static const bool is_ours = std::strcmp(program_invocation_short_name, "tileproof") == 0;
    if (!is_ours || p->call != name || (getpid() == p->first) == p->in_child) return false;
    if (!p->log.empty()) {
        // Opened each time: a worker closes what it did not open itself.
        const int log = open(p->log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        syscall(SYS_write, log, "x", 1);
        close(log);
    }
    if (++p->count != p->at) return false;
    errno = p->with;
    return true;
}

}  // namespace

extern "C" ssize_t write(int file, const void* from, size_t bytes) {
    return fails("write") ? -1 : syscall(SYS_write, file, from, bytes);
}

extern "C" int rename(const char* from, const char* to) noexcept {
    return fails("rename")
               ? -1
               : static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

extern "C" int fsync(int file) {
    return fails("fsync") ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}

extern "C" pid_t fork() noexcept {
    static const auto real = reinterpret_cast<pid_t (*)()>(dlsym(RTLD_NEXT, "fork"));
    return fails("fork") ? -1 : real();
}
