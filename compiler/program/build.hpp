// SPDX-License-Identifier: MIT
// Whole programs: the command line of a compiler driver, as CMake and make write it, done for a cpu device.
//
//   build_program({"-O2", "--offload-arch=gfx942", "-Iinclude", "-c", "app.hip", "-o", "app.o"}, {});
//   build_program({"app.o", "more.o", "-lm", "-o", "app"}, {});
//
// Sources that include <hip/hip_runtime.h> are compiled for the device; others, which hold nothing to check, as plain
// C++. Links get the library of program/watch.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/translate/source_pass.hpp"

namespace tileproof::user {

struct program_settings {
    std::string compiler = "clang++-19";
    translate_for device = translate_for::cpu_checked;
    unsigned wave_size = 0;        // 0: of the GPUs that --offload-arch names, or 32
    bool record_launches = false;  // tells the program's watch each launch with its arguments
    std::function<void(const std::string& source, const std::string& preprocessed)> read = {};
};

// What the program is called: its first source without the ending.
std::string name_of_program(const std::vector<std::string>& words);

// The exit code: 0, or that of the compiler. Throws std::runtime_error with a sentence.
int build_program(const std::vector<std::string>& words, const program_settings&);

}  // namespace tileproof::user
