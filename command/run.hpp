// SPDX-License-Identifier: MIT
// tileproof run: a whole program, its kernels on a cpu device under every check.
//
//   tileproof run app.hip more.cpp -Iinclude -O2 -- 1024 fast
#pragma once

#include <string>
#include <vector>

namespace tileproof::properties {

struct run_options {
    std::string device = "cpu-checked";  // or cpu: fast, without the checks of kernels
    std::string json, junit;             // files for the findings
    std::string suppressions;            // a file: compiler/program/program_findings.hpp
    std::string only, launches;          // functions, separated by commas; FROM-TO
    double block_seconds = 20;           // of processor time: longer is a hang
    std::string compiler;                // empty: one that is found
    std::string cache = ".tileproof/cache";
    unsigned wave_size = 0;  // 0: of --offload-arch
    std::vector<std::string>
        words;  // sources and the compiler's flags, then -- and the program's own arguments
};

// The program's exit code, 1 when there are findings and it would have been 0. Throws command_error.
int run_program(const run_options&);

}  // namespace tileproof::properties
