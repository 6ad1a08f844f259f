// SPDX-License-Identifier: MIT
// Precompiles the headers that user files begin with (clang's precompiled headers), once for all files that begin
// with the same ones.
//
//   # 1 "/usr/include/tileproof/hip/headers/hip/hip_runtime.h" 1
//   ...                          the headers' text, some 1.6 MB, in headers-cpu-3f2a.headers
//   # 8 "scale.hip" 2            from here on the file itself
//
// The headers of <hip/hip_runtime.h>, and of <tileproof/kernel_test.hpp> after it, are precompiled when tileproof is
// built or installed (precompile_headers.cpp), and only read later. A file's other headers are kept in the folder of
// compiled kernels: the first file leaves the text there, the second one precompiles it and is the first to use it.
//
// Each is used only for the same text (except for the name of the user's file), compiler and flags, so the compiler
// sees the same words in the same order: the effects of flags, macros and edited headers show in the text. If that
// fails, and not because of a mistake at a place in the user's files, the file is compiled as a whole, and that
// compilation reports the error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

struct compile_job {
    std::string source, object;
    std::vector<std::string> flags;  // in addition to those that all jobs have
    bool header = false;             // the object is a precompiled header
};

struct header_request {
    std::string ready;                       // a read-only folder; empty: none
    std::string folder;                      // empty: nothing is kept
    std::string root;                        // of this project's headers
    std::vector<std::string> not_the_users;  // folders of headers
    std::string name;                        // "cpu"
    std::vector<std::string> depends;        // compiler, flags: what else the object depends on
    std::function<void(const compile_job&)>
        compile;  // throws std::runtime_error, system::limit_met
};

// Compiles `text`, which is written to `source`.
void compile_with_headers(const header_request&, std::string_view text, const std::string& source,
                          const std::string& object);

// Puts the headers that `text` begins with into `folder`, for `ready`: each together with the preceding ones.
// Existing files stay. Returns the files. Throws std::runtime_error.
std::vector<std::filesystem::path> precompile_headers(const header_request&, std::string_view text);

// Where the leading headers of a preprocessed file end, and which part of their text other files share.
//
//   # 1 "scale.hip"
//   # 1 "/usr/include/tileproof/hip/headers/hip/hip_runtime.h" 1
//   ...
//   # 7 "scale.hip" 2            the first end
//   # 1 "/usr/include/tileproof/sdk/include/tileproof/kernel_test.hpp" 1
//   ...
//   # 8 "scale.hip" 2            the second one: the file itself follows

// The position after each of the leading headers: those of the system, and those below `root`. Empty if the file does
// not begin with any, or they leave something that a precompiled header cannot keep.
std::vector<std::size_t> ends_of_headers(std::string_view preprocessed, std::string_view root);

// The text that all files with these headers share, whether by #include or by -include: without the file's own lines,
// which are empty. `ends` are adjusted to it.
std::string shared_text(std::string_view headers, std::vector<std::size_t>& ends);

}  // namespace tileproof::compiler
