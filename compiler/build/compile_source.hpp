// SPDX-License-Identifier: MIT
// Compiles a user's HIP source to an object file: preprocessed, translated (source_pass.hpp), compiled for one
// device.
//
//   compile_source({.source = "my.hip", .object = "my.o", .device = translate_for::cpu, .flags = {"-Iinclude"}});
//
//   const source_request r{...};
//   const preprocessed_source now = preprocess(r);     // everything that the compiler would read today
//   compile_source(r, now);                            // reads nothing else
//
// A source that cannot be compiled in this way, because host and device have functions of one signature, say, is left to clang's
// own HIP front end, which compiles it once for the host and once for the device; both halves then become one object file
// (compiler/passes/hip_halves.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/build/places.hpp"
#include "compiler/translate/source_pass.hpp"

namespace tileproof::compiler {

struct source_request {
    std::string compiler = "clang++-19";
    std::string source, object;
    translate_for device = translate_for::cpu;
    std::string dependencies = {};                  // a depfile to write; empty: none
    std::vector<std::string> flags;                 // -I, -D, ...; for both steps
    std::vector<std::string> preprocess_flags;      // for the first step only
    std::vector<std::string> code_flags = {"-O2"};  // for the cpu device's code
    std::string headers =
        {};  // a folder to keep precompiled headers in (header_cache.hpp); empty: none
    std::string ready = ready_headers();  // a folder that has some; empty: none
    std::string root = project_root();    // of this project's headers
    bool whole_program = false;  // several files make one program: see cpu_checked::compile_request
    bool changes = false;        // of its kernels can be tried: compiler/passes/tried_changes.hpp
    unsigned wave_size = 0;      // 32 or 64: warpSize is a constant; 0: the launch says
    std::function<void(const std::string& preprocessed)> read =
        {};  // called with the preprocessed text
};

struct preprocessed_source {
    std::string text;
    // As the compiler prints them with -v: its version, all its options (also from the environment and its
    // configuration), and where it looks for headers.
    std::string options;
    bool is_all =
        true;  // false: a flag or inline assembly may name another file, which is read later
    std::vector<std::string> device_code = {};  // files of device code that it names
};

// All three throw source_refused for code that cannot be translated, and std::runtime_error, after the compiler's own
// messages, for code that it rejects.
preprocessed_source preprocess(const source_request&);
// False: clang's own HIP front end compiled it, since ours could not, and read files that the text may not have.
bool compile_source(const source_request&, const preprocessed_source&);
void compile_source(const source_request&);

// Whether the compiler reads no files other than those that this text was made from.
bool is_all_that_is_read(std::string_view preprocessed, const std::vector<std::string>& flags);

// The files named by TILEPROOF_DEVICE_CODE (sdk/include/tileproof/device_code.hpp), relative ones beside their source.
std::vector<std::string> device_code_named_in(std::string_view preprocessed);

// Puts the headers that the source begins with into `headers` (header_cache.hpp). Throws like compile_source().
std::vector<std::filesystem::path> precompile_headers(const source_request&);

// Runs a compiler; its messages go to standard error. Throws std::runtime_error if it does not exit with 0 or exceeds
// a limit of system/limited_run.hpp; `largest_file` in bytes, 0: the default there.
void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file = 0);

// The first step of compile_source.hpp: clang++ -E, and the options that it reports.

// Writes `file`; the compiler's messages go to standard error unchanged.
preprocessed_source preprocessed_into(const std::string& file, const source_request&);

}  // namespace tileproof::compiler
