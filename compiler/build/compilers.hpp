// SPDX-License-Identifier: MIT
// Which compiler compiles a user's file for a device, how it is run, and where the files are that it needs.
//
//   compiler_for("cpu", "")            "clang++-19": the one that our passes were built for, whichever is asked for
//   compiler_for("hip", "")            "/opt/rocm/llvm/bin/clang++", ROCm's before any other
//   compiler_for("cuda", "")           "/usr/local/cuda/bin/nvcc"
//   path_of("clang++-19")              "/usr/bin/clang++-19"
//   project_root()                     "/usr/include/tileproof", or the source tree
//   ready_headers()                    "/usr/lib/tileproof/headers", or "build/release/lib/tileproof/headers"
//   run_compiler({"clang++-19", "-shared", "k.o", "-o", "k.so"}, "k.hip")
//     throws "k.hip could not be compiled; see the messages of clang++-19 above."
//
// For hip clang 18 and later will do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::compiler {

// Throws std::runtime_error with a sentence if there is none.
std::string compiler_for(const std::string& device, const std::string& asked);

// Whether it would be chosen unasked; then it is safe to run it for somebody else's finding.
bool is_usual_compiler(const std::string& name);

// A program in PATH, or at a path; empty if it does not exist.
std::string path_of(const std::string& name);

// Identifies the file: its path, size and time.
std::string stamp_of(const std::filesystem::path& file);

// Why this compiler cannot compile for the device, as a sentence; empty: it can. Runs it.
std::string why_unfit(const std::string& compiler, const std::string& device);

// The library of our passes (compiler/passes) for this compiler; empty if they were built for another one.
std::string passes_for(const std::string& compiler);

// Caches the output of `compiler --version` in FOLDER/compiler, so that later processes need not run it; empty if it
// was not cached or the compiler's file has changed.
void write_answer(const std::string& compiler, const std::string& folder);
std::string answer_in_advance(const std::string& compiler, const std::string& folder);

// {"-fuse-ld=lld"} if that linker is installed next to the compiler, otherwise empty: it links a kernel file in half
// the time of the usual one.
std::vector<std::string> linker_of(const std::string& compiler);

// The ROCm installation that a compiler belongs to; empty: none.
std::string rocm_of(const std::string& compiler);

// The folder with kernels/ and tileproof/ or lib/: of an installation next to this program, or the source tree.
std::string project_root();
// The folder of headers precompiled where this program was installed or built (header_cache.hpp).
std::string ready_headers();
// The clang plugin that turns a kernel's threads into loops (compiler/passes); empty if it was not built.
std::string passes();
// libtileproof_program.so, which whole programs are linked with.
std::string program_library();
std::vector<std::string> include_flags(const std::filesystem::path& root = project_root());

// Runs it within the limits of system/limited_run.hpp. Its messages go to standard error. Throws std::runtime_error if it
// does not exit with 0, and system::limit_met; `largest_file` in bytes, 0: the default there.
void run_compiler(const std::vector<std::string>& words, const std::string& source,
                  std::uint64_t largest_file = 0);

}  // namespace tileproof::compiler
