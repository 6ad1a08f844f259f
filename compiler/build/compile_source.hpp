// SPDX-License-Identifier: MIT
// A user's HIP source to an object file: preprocessed, translated (source_pass.hpp), compiled for one device.
//
//   compile_source({.source = "my.hip", .object = "my.o", .device = translate_for::cpu, .flags = {"-Iinclude"}});
//
//   const source_request r{...};
//   const preprocessed_source now = preprocess(r);     // all that the compiler would read today
//   compile_source(r, now);                            // reads nothing else
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/build/places.hpp"
#include "compiler/translate/source_pass.hpp"

namespace tileproof::user {

struct source_request {
    std::string compiler = "clang++-19";
    std::string source, object;
    translate_for device = translate_for::cpu;
    std::string dependencies = {};                  // a depfile to write; empty: none
    std::vector<std::string> flags;                 // -I, -D, ...; those of both steps
    std::vector<std::string> preprocess_flags;      // of the first step only
    std::vector<std::string> code_flags = {"-O2"};  // of the cpu device's code
    std::string headers =
        {};  // a folder that keeps precompiled headers (header_cache.hpp); empty: none
    std::string ready = ready_headers();  // a folder that has some; empty: none
    std::string root = project_root();    // of this project's headers
    bool whole_program = false;  // several files make one program: see cpu_checked::compile_request
    unsigned wave_size = 0;      // 32 or 64: warpSize is a constant; 0: the launch says
    std::function<void(const std::string& preprocessed)> read =
        {};  // for who wants to know what is in it
};

struct preprocessed_source {
    std::string text;
    // As the compiler says it with -v: its version, each of its options (also those of the environment and of its
    // configuration), where it looks for headers.
    std::string options;
    bool is_all =
        true;  // false: a flag or inline assembly may name another file, which is read later
};

// All three throw source_refused for what cannot be translated, and std::runtime_error, after the compiler's own messages, for
// what it does not accept.
preprocessed_source preprocess(const source_request&);
void compile_source(const source_request&, const preprocessed_source&);
void compile_source(const source_request&);

// Whether the compiler reads no other file than those that this text was made of.
bool is_all_that_is_read(std::string_view preprocessed, const std::vector<std::string>& flags);

// Puts the headers that the source begins with into `headers` (header_cache.hpp). Throws as compile_source().
std::vector<std::filesystem::path> precompile_headers(const source_request&);

// Its messages go to standard error. Throws std::runtime_error when it does not end with 0, or meets a limit of
// system/limited_run.hpp; `largest_file` in bytes, 0: as there.
void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file = 0);

}  // namespace tileproof::user
