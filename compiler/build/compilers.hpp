// SPDX-License-Identifier: MIT
// Which compiler makes a user's file for a device, by the name under which findings remember it.
//
//   compiler_for("cpu", "")            "clang++-19": the first that is there of those known to do
//   compiler_for("cpu", "clang++-20")  that one; throws where it is not there
//   compiler_for("hip", "")            "/opt/rocm/llvm/bin/clang++", ROCm's before any other
//   compiler_for("cuda", "")           "/usr/local/cuda/bin/nvcc"
//   path_of("clang++-19")              "/usr/bin/clang++-19"
//
// clang 18 and later do for cpu, cpu-checked and hip. cpu alone takes g++ as well: a machine with nvcc has that, and the
// right answers of a kernel that runs on a GPU come from cpu.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::user {

// Throws std::runtime_error with a sentence when there is none. `with_checked`: cpu-checked is compiled by it, too.
std::string compiler_for(const std::string& device, const std::string& asked,
                         bool with_checked = false);

// Would it be taken without being asked for? Running what a finding of somebody else's names is then no risk.
bool is_usual_compiler(const std::string& name);

// A program of PATH, or at a path; empty: it is not there.
std::string path_of(const std::string& name);

// Which file this is: its path, size and time.
std::string stamp_of(const std::filesystem::path& file);

// Why this compiler cannot make code for the device, as a sentence; empty: it can. Starts it.
std::string why_unfit(const std::string& compiler, const std::string& device);

// 12 for g++ 12, 0 for clang. Starts it.
int version_of_gcc(const std::string& compiler);

// What this compiler loads to run our passes (compiler/passes); empty: it is another one than they were built for.
std::string passes_for(const std::string& compiler);

// What `compiler --version` says, kept in FOLDER/compiler, so that a program need not start it; empty: it was not asked, or is
// another file by now.
void write_answer(const std::string& compiler, const std::string& folder);
std::string answer_in_advance(const std::string& compiler, const std::string& folder);

// {"-fuse-ld=lld"} where that linker lies beside the compiler, nothing where it does not: it links the file of a kernel in
// half the time of the usual one.
std::vector<std::string> linker_of(const std::string& compiler);

// The ROCm installation that a compiler belongs to; empty: none.
std::string rocm_of(const std::string& compiler);

}  // namespace tileproof::user
