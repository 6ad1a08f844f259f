// SPDX-License-Identifier: MIT
// Compiles one kernel source for the cpu-checked device: the five steps of rewrite.hpp in one call.
//
//   compile_checked({.source = "k.hip", .object = "k.o", .flags = {"-Iinclude"}});
//
// Why nothing is hidden by an optimiser: instrumentation is added to the code as clang's front end
// makes it, before the first pass (-Xclang -disable-llvm-passes, then a pipeline of -O0 that
// consists of inlining the device's own header functions and the instrumentation). What follows is
// -O2, but each access is by then a call of an unknown function with the address, which no pass may
// drop, move across a barrier or merge with another (nomerge).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::cpu_checked {

struct compile_request {
    std::string compiler = "clang++-19";  // LLVM 19
    std::string source, object;
    std::string named = {};          // what messages call the source; empty: as it is
    std::string dependencies;        // a depfile to write; empty: none
    std::vector<std::string> flags;  // -I, -D, -std, ...
    // Several such files make one program: variables of inline and template functions are then one for all of them, as
    // the language has it.
    bool whole_program = false;
    // The source is a header, and the object what `-include-pch` in the flags of other sources takes: read once for all.
    bool header = false;
    bool declares_tests =
        false;                // what only runs while it is loaded is not optimised: load_time.hpp
    bool keep_steps = false;  // leave object.1.ll ... object.4.ll there
};

// How clang's front end is called, but for the files.
std::vector<std::string> front_end_words(const compile_request&);

// Throws compile_error and system::limit_met.
void compile_checked(const compile_request&);

class compile_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::cpu_checked
