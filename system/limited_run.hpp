// SPDX-License-Identifier: MIT
// Compilers read untrusted input and may need any amount of resources, so they run with limits of memory, time and
// file size.
//
//   const limited_result r = run_limited({.words = {"g++", "-c", "k.cpp"}});
//   r.limit    // empty if no limit was met, else "g++ needs more than the 8.0 GiB of memory that a compiler may take here. ..."
//   r.output   // what it printed; after a limit, a stack dump or the like
//
// The environment raises them: TILEPROOF_COMPILER_MEMORY=16GiB (default: 8GiB, or free memory if that is less, but at
// least 1GiB), TILEPROOF_COMPILER_SECONDS=1800 (default: 600). The memory limit applies to each process that a
// compiler starts.
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

// For callers that throw; its message is the sentence of `limit`.
class limit_met : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The command's own `seconds`, `memory` and `largest_file` take precedence. Throws start_error, and
// std::runtime_error with a sentence if the environment sets an invalid limit.
limited_result run_limited(command);

// Whether SIGKILL ended the compiler, or one of its processes as reported by the drivers of clang, gcc and nvcc or a
// shell. The kernel's count of processes killed for lack of memory cannot tell: it covers the whole machine, so
// another program may have been killed while this compiler merely found an error.
bool tells_of_sigkill(const ending&, const std::string& output);

// "512MiB", "4GiB": bytes; 0 for other words.
std::uint64_t bytes_of_size(std::string_view text);

}  // namespace tileproof::system
