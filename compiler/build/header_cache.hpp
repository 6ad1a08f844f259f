// SPDX-License-Identifier: MIT
// The headers that a user's file begins with, read once for all files that begin with the same ones: clang's precompiled
// headers.
//
//   # 1 "/usr/include/tileproof/hip/headers/hip/hip_runtime.h" 1
//   ...                          the headers' text, some 1.6 MB, in headers-cpu-3f2a.headers
//   # 8 "scale.hip" 2            from here on the file itself
//
// Those of <hip/hip_runtime.h> and of <tileproof/kernel_test.hpp> after it are made where tileproof is built or installed
// (precompile_headers.cpp), and are only read later. What a file has besides is kept in the folder of compiled kernels: the
// first file leaves the text there, the second one has it precompiled, and is the first to use it.
//
// Each is taken for the very same text only (but for the name of the user's file), compiler and flags, so what is compiled are
// the same words in the same order: what flags, macros and edited headers change shows in the text. Where that fails, and not
// for a mistake at a place in the user's files, the file is compiled as a whole, which says what is wrong.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::user {

struct compile_job {
    std::string source, object;
    std::vector<std::string> flags;  // besides those that all jobs have
    bool header = false;             // the object is a precompiled header
};

struct header_request {
    std::string ready;                       // a folder that is read only; empty: none
    std::string folder;                      // empty: nothing is kept
    std::string root;                        // of this project's headers
    std::vector<std::string> not_the_users;  // folders of headers
    std::string name;                        // "cpu"
    std::vector<std::string> depends;        // compiler, flags: what else the object follows from
    std::function<void(const compile_job&)>
        compile;  // throws std::runtime_error, system::limit_met
};

// Compiles `text`, which is written to `source`.
void compile_with_headers(const header_request&, std::string_view text, const std::string& source,
                          const std::string& object);

// Puts the headers that `text` begins with into `folder`, for `ready`: each one with those in front of it. What is there stays.
// Gives the files. Throws std::runtime_error.
std::vector<std::filesystem::path> precompile_headers(const header_request&, std::string_view text);

}  // namespace tileproof::user
