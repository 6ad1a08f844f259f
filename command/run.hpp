// SPDX-License-Identifier: MIT
// tileproof run: a whole program with its kernels on a cpu device, under every check.
//
//   tileproof run app.hip more.cpp -Iinclude -O2 -- 1024 fast
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/program/build.hpp"

namespace tileproof::command {

struct run_options {
    std::string device = "cpu-checked";  // or cpu: fast, without kernel checks
    std::string json, junit;             // files for the findings
    std::string suppressions;            // a file: compiler/program/program_findings.hpp
    std::string only, launches;          // functions, separated by commas; FROM-TO
    double block_seconds = 20;           // of processor time: longer counts as a hang
    std::string compiler;                // empty: one is searched for
    std::string cache = ".tileproof/cache";
    unsigned wave_size = 0;          // 0: from --offload-arch
    std::vector<std::string> words;  // sources and compiler flags, then -- and the program's own
};

// Returns the program's exit code, or 1 if that would be 0 but there are findings.
int run_program(const run_options&);

// A user's program, built for one run.
//
//   with_program({"app.hip", "-Iinclude", "--", "1024"}, settings, ".tileproof/cache", run_words)
//     // builds app in a folder of its own, calls run_words({".../app", "1024"}), deletes the folder

// Returns what `use` returns. An empty compiler: one is searched for. Throws a sentence of whatever goes wrong.
int with_program(const std::vector<std::string>& words, compiler::program_settings,
                 const std::string& cache,
                 const std::function<int(const std::vector<std::string>& call)>& use);

// tileproof extract: turns one launch of a program into a kernel test.
//
//   tileproof extract app.hip more.cpp -Iinclude scale -- 1024     // writes scale_test.hip

struct extract_options {
    std::string output;  // empty: KERNEL_test.hip
    std::string compiler;
    std::string cache = ".tileproof/cache";
    std::uint64_t launch = 1;
    unsigned wave_size = 0;  // 0: from --offload-arch
    // Sources and the compiler's flags, the kernel's name, then -- and the program's own arguments.
    std::vector<std::string> words;
};

// Returns 0 once the file is written.
int extract_kernel(const extract_options&);

}  // namespace tileproof::command
