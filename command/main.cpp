// SPDX-License-Identifier: MIT
// tileproof: verifies GPU tensor layouts and the kernels that use them.
#include "command/command_line.hpp"
#include "tileproof_commit.h"  // made by cmake/TileproofCommit.cmake

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

// Avoids the C++ library, which may have no memory.
void require_room(decltype(RLIMIT_STACK) of, rlim_t least_kib, const char* what,
                  const char* option) {
    rlimit limit{};
    if (getrlimit(of, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur / 1024 >= least_kib)
        return;
    char text[256];
    const int length = std::snprintf(text, sizeof text,
                                     "tileproof: %s may take %llu KiB here, and at least %llu are "
                                     "needed: raise the limit (ulimit %s).\n",
                                     what, static_cast<unsigned long long>(limit.rlim_cur / 1024),
                                     static_cast<unsigned long long>(least_kib), option);
    [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, text, static_cast<std::size_t>(length));
    _exit(2);
}

// Runs before everything else in this process, linked libraries included. If a standard stream is closed, the next
// file opened would take its number and receive what is printed.
void look_at_what_was_given() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        // A closed standard output becomes unwritable, which the command then reports.
        if (fcntl(stream, F_GETFD) < 0 &&
            open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0)
            _exit(2);
    require_room(RLIMIT_STACK, 1024, "The stack", "-s");
    require_room(RLIMIT_DATA, 256 * 1024, "Data in memory", "-d");
}

[[gnu::used, gnu::section(".preinit_array")]] void (*const before_all)() = look_at_what_was_given;

}  // namespace

int main(int argc, char** argv) {
    // Copied, so that code under test does not find the secret of --held-out in the list of processes.
    const std::vector<std::string> words(argv, argv + argc);
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i - 1] == "--held-out" || words[i].starts_with("--held-out="))
            std::memset(argv[i], '*', words[i].size());
    return tileproof::command::run_command_line(argc, pointers.data(), TILEPROOF_COMMIT);
}
