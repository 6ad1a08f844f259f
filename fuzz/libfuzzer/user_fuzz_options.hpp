// SPDX-License-Identifier: MIT
// What tileproof-fuzz-kernel is told: by its arguments, or by the folder beside it that it was installed with.
//
//   tileproof-fuzz-kernel --source=scale.hip --install=scale     with OUT=out in the environment writes
//     out/scale                  this program
//     out/scale.kernel/          kernel.json, cpu-32.so, cpu-checked-32.so
//     out/scale.options          what OSS-Fuzz hands to libFuzzer
//   out/scale corpus/            anywhere, without compiler and source
#pragma once

#include "compiler/build/user_library.hpp"

#include <span>
#include <string>

namespace tileproof::properties {

struct user_fuzz_options {
    user_build build;
    std::string source;   // as findings name it
    std::string install;  // the name of the target to install; empty: fuzz
    std::string store = ".tileproof/findings";
};

// Throws user_error.
user_fuzz_options read_user_fuzz_options(std::span<char* const> arguments);

// Compiles the source and puts everything into the folder that the environment names in OUT. Throws user_error.
void install_user_fuzz(user_fuzz_options);

}  // namespace tileproof::properties
