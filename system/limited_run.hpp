// SPDX-License-Identifier: MIT
// Compilers read what somebody else wrote, and may be asked for anything: they run with limits of memory, of time and of
// the length of a file.
//
//   const limited_result r = run_limited({.words = {"g++", "-c", "k.cpp"}});
//   r.limit    // "": none was met. Else "g++ needs more than the 8.0 GiB of memory that a compiler may take here. ..."
//   r.output   // what it printed; of one that met a limit it is a stack dump and the like
//
// The environment raises them: TILEPROOF_COMPILER_MEMORY=16GiB (default: 8GiB, or what is free where that is less, but not
// less than 1GiB), TILEPROOF_COMPILER_SECONDS=1800 (default: 600). Each process that a compiler starts has the memory.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "system/process.hpp"

namespace tileproof::system {

struct limited_result {
    ending how;
    std::string output, limit;
};

// For callers who throw: the sentence of `limit`.
class limit_met : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// With the command's own `seconds`, `memory` and `largest_file` where they are set. Throws start_error, and
// std::runtime_error with a sentence when the environment says no such limit.
limited_result run_limited(command);

// Whether SIGKILL ended the compiler, or one of its processes as drivers of clang, gcc and nvcc and shells say it. The
// system counts what it ends for want of memory for the whole machine: it may have been another program while this
// compiler only found an error.
bool tells_of_sigkill(const ending&, const std::string& output);

// "512MiB", "4GiB": bytes; 0 for other words.
std::uint64_t bytes_of_size(std::string_view text);

}  // namespace tileproof::system
