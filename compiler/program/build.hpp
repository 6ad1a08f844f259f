// SPDX-License-Identifier: MIT
// Whole programs: the command line of a compiler driver, as CMake and make write it, executed for a cpu device.
//
//   build_program({"-O2", "--offload-arch=gfx942", "-Iinclude", "-c", "app.hip", "-o", "app.o"}, {});
//   build_program({"app.o", "more.o", "-lm", "-o", "app"}, {});
//
// Sources that include <hip/hip_runtime.h> are compiled for the device; others, which contain nothing to check, as
// plain C++. Programs are linked with the library of program/program_watch.cpp.
#pragma once

#include <string>
#include <vector>

#include "compiler/build/back_end.hpp"

namespace tileproof::compiler {

struct program_settings {
    std::string compiler = "clang++-19";
    cpu_device device = cpu_device::cpu_checked;
    unsigned wave_size = 0;  // 0: that of the GPUs in --offload-arch, or 32
};

// The program's name: its first source without the extension.
std::string name_of_program(const std::vector<std::string>& words);

// Returns the exit code: 0, or that of the compiler. Throws std::runtime_error with a sentence.
int build_program(const std::vector<std::string>& words, const program_settings&);

// Starts a program and waits for it. Returns its exit code, or 128 plus the number of the signal that ended it. Throws std::runtime_error if it cannot
// be started.
int run_words(const std::vector<std::string>& words);

// The same, and waits for processes that the program left (a daemon, a child) while they are still checked. If
// SIGINT, SIGTERM or SIGHUP is sent only to this process, it stops the program instead, which reports what it has
// found so far.
int run_words_until_stopped(const std::vector<std::string>& words);

}  // namespace tileproof::compiler
