// SPDX-License-Identifier: MIT
// Runs a compiler within the limits of system/limited_run.hpp.
//
//   run_compiler({"clang++-19", "-shared", "k.o", "-o", "k.so"}, "k.hip");
//   // throws "k.hip could not be compiled; see the messages of clang++-19 above."
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/limited_run.hpp"

namespace tileproof::compiler {

// Its messages go to standard error. Throws std::runtime_error if it does not exit with 0, and system::limit_met;
// `largest_file` in bytes, 0: the default there.
void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file = 0);

}  // namespace tileproof::compiler
