// SPDX-License-Identifier: MIT
#include "compiler/program/run_words.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/process.hpp"
#include "system/read_file.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace tileproof::compiler {

namespace {

volatile pid_t running = 0;
volatile int came_early = 0;            // a signal, before the program's number was known
volatile bool in_this_terminal = true;  // the terminal's signals reach the program directly

void hand_on(int signal, siginfo_t* info, void*) {
    if (info->si_code > 0 && in_this_terminal) return;
    if (running > 0)
        kill(running, signal);
    else
        came_early = signal;
}

pid_t started(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
    arguments.push_back(nullptr);
    system::keep_ends_of_children();
    pid_t child = 0;
    // The command ignores these signals; the program ends by them as it does without the command.
    sigset_t ignored_here;
    sigemptyset(&ignored_here);
    for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&ignored_here, signal);
    posix_spawnattr_t as_without;
    posix_spawnattr_init(&as_without);
    posix_spawnattr_setflags(&as_without, POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigdefault(&as_without, &ignored_here);
    const int e =
        posix_spawnp(&child, arguments[0], nullptr, &as_without, arguments.data(), environ);
    posix_spawnattr_destroy(&as_without);
    if (e != 0)
        throw std::runtime_error(words[0] + " cannot be started: " + std::strerror(e) + ".");
    return child;
}

int exit_code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A child inherited from an ended parent, with the library for whole programs loaded; 0: none.
pid_t left_by_program() {
    for (const pid_t child : system::children_of(getpid())) {
        const auto maps = system::read_file("/proc/" + std::to_string(child) + "/maps");
        if (maps && maps->find("libtileproof_program") != maps->npos) return child;
    }
    return 0;
}

void wait_for_what_is_left() {
    constexpr int patience = 20;  // twentieths of a second
    in_this_terminal = false;
    while (const pid_t left = left_by_program()) {
        running = left;
        for (int i = 0; waitpid(left, nullptr, WNOHANG) == 0; ++i) {
            usleep(50000);
            if (i == patience)
                std::fprintf(stderr,
                             "tileproof: the program has ended, and its process %d has not. It is "
                             "checked until it ends; Ctrl-C ends it.\n",
                             static_cast<int>(left));
        }
    }
    in_this_terminal = true;
}

}  // namespace

int run_words(const std::vector<std::string>& words) { return exit_code_of(started(words)); }

int run_words_until_stopped(const std::vector<std::string>& words) {
    constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before{};
    struct sigaction action {};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
    came_early = 0;
    running = started(words);
    if (came_early) kill(running, came_early);
    const int code = exit_code_of(running);
    wait_for_what_is_left();
    running = 0;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
    return code;
}

std::string program_library() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = program.parent_path().parent_path() / "lib/libtileproof_program.so";
    return fs::exists(installed, error) ? installed.string() : TILEPROOF_PROGRAM_LIBRARY;
}

}  // namespace tileproof::compiler
