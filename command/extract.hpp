// SPDX-License-Identifier: MIT
// tileproof extract: turns one launch of a program into a kernel test.
//
//   tileproof extract app.hip more.cpp -Iinclude scale -- 1024     // writes scale_test.hip
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::command {

struct extract_options {
    std::string output;  // empty: KERNEL_test.hip
    std::string compiler;
    std::string cache = ".tileproof/cache";
    std::uint64_t launch = 1;
    unsigned wave_size = 0;  // 0: from --offload-arch
    // Sources and the compiler's flags, the kernel's name, then -- and the program's own arguments.
    std::vector<std::string> words;
};

// Returns 0 once the file is written. Throws command_error.
int extract_kernel(const extract_options&);

}  // namespace tileproof::command
