// SPDX-License-Identifier: MIT
// Files and lines of code, from llvm-symbolizer or addr2line where one is installed.
//
//   source_lines(__builtin_return_address(0))    {{"Eigen/src/Core/Block.h", 120}, {"sums.hip", 14}}: sums.hip called it, inlined
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::system {

struct source_line {
    std::string file;
    unsigned line = 0;
};

// The line of an address, then those of the functions that it was inlined into. Empty if nothing is known.
std::vector<source_line> source_lines(const void* program_counter);

// A place in a library or program, which another process may have loaded.
struct code_place {
    std::string file;
    std::uint64_t offset = 0;
};
std::vector<source_line> source_lines(const code_place&);

// "sums.hip:14": the first line that stands in no header of the system, of Eigen or of this project, as seen from the
// working folder. Empty: none does.
std::string first_of_user(const std::vector<source_line>&);
// The same of these return addresses, in libraries that were loaded after the program. Each list is looked up once.
std::string first_line_of_user(const std::vector<const void*>& called_from);

}  // namespace tileproof::system
