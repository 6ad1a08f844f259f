// SPDX-License-Identifier: MIT
// The headers that a user's file begins with, read once for all files that begin with the same ones: clang's precompiled
// header, in the folder of compiled kernels.
//
//   # 1 "/usr/include/tileproof/kernels/device/cpu/include/hip/hip_runtime.h" 1
//   ...                          the headers' text, some 1.6 MB, in headers-cpu-3f2a.headers
//   # 8 "scale.hip" 2            from here on the file itself
//
// It is taken for the very same text only (but for the name of the user's file), so what is compiled are the same words in the same order: what flags, macros and
// edited headers change shows in the text. The first file leaves the text there, the second one has it precompiled, and is
// the first to use it. Where that fails, for whatever reason, the file is compiled as a whole, which says what is wrong.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::user {

// Where the file goes on behind its first headers: those of the system, and those below `root`. 0: it has none of them
// first, or they leave something behind that a precompiled header may not keep.
std::size_t end_of_headers(std::string_view preprocessed, std::string_view root);

// The same for all files that begin with these headers: without the file's name, and without its own lines, which are empty.
std::string shared_text(std::string_view headers);

struct compile_job {
    std::string source, object;
    std::vector<std::string> flags;  // besides those that all jobs have
    bool header = false;             // the object is a precompiled header
};

struct header_request {
    std::string folder;                // empty: nothing is kept
    std::string root;                  // of this project's headers
    std::string name;                  // "cpu"
    std::vector<std::string> depends;  // compiler, flags: what else the object follows from
    std::function<void(const compile_job&)>
        compile;  // throws std::runtime_error, system::limit_met
};

// Compiles `text`, which is written to `source`.
void compile_with_headers(const header_request&, std::string_view text, const std::string& source,
                          const std::string& object);

}  // namespace tileproof::user
