// SPDX-License-Identifier: MIT
// File and line of a program counter, from llvm-symbolizer or addr2line where one is installed.
// Only for places that no site tells: a loop without memory accesses.
#pragma once

#include <optional>
#include <string>

namespace tileproof::cpu_checked {

struct source_line {
    std::string file;
    unsigned line = 0;
};
std::optional<source_line> find_source_line(void* program_counter);

}  // namespace tileproof::cpu_checked
