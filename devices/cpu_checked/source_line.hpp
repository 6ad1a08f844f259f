// SPDX-License-Identifier: MIT
// File and line of a program counter, from llvm-symbolizer or addr2line if one is installed. Used only for places
// without a site: a loop without memory accesses.
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
