// SPDX-License-Identifier: MIT
#include "kernels/user/program/run_words.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace tileproof::user {

int run_words(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (const int e =
            posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ))
        throw std::runtime_error(words[0] + " cannot be started: " + std::strerror(e) + ".");
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string program_library() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path().parent_path() / "lib/libtileproof_program.so";
    return fs::exists(installed, error) ? installed.string() : TILEPROOF_PROGRAM_LIBRARY;
}

}  // namespace tileproof::user
