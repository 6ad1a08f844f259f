// SPDX-License-Identifier: MIT
// Compiles one kernel source for the cpu-checked device: one call of clang 19, which loads our passes (compiler/passes).
//
//   compile_checked({.source = "k.hip", .object = "k.o", .flags = {"-Iinclude"}, .passes = "tileproof-passes.so"});
//
// Why nothing is hidden by an optimiser: the checks are added to the code as clang's front end makes it, before any
// optimisation. What follows is -O2, but each access is by then behind a call of an unknown function with the address
// (compiler/passes/checks.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tileproof::cpu_checked {

struct compile_request {
    std::string compiler = "clang++-19";  // the one that the passes were built for
    std::string source, object;
    std::string named = {};                  // what messages call the source; empty: as it is
    std::string dependencies;                // a depfile to write; empty: none
    std::vector<std::string> flags;          // -I, -D, -std, ...
    std::string passes;                      // the plugin
    std::vector<std::string> language = {};  // what one half of a HIP source is; empty: C++
    std::string device_half = {};            // the bitcode of the other one
    // Several such files make one program: variables of inline and template functions are then one for all of them, as
    // the language has it.
    bool whole_program = false;
    // The source is a header, and the object what `-include-pch` in the flags of other sources takes: read once for all.
    bool header = false;
    bool declares_tests =
        false;  // what only runs while it is loaded is not optimised: passes/load_time.hpp
    bool keep_steps =
        false;  // leave object.1.ll there, as clang's front end makes it, and object.2.ll, with its checks
};

// How clang is called, but for the files and the passes.
std::vector<std::string> front_end_words(const compile_request&);

// Throws compile_error and system::limit_met.
void compile_checked(const compile_request&);

class compile_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::cpu_checked
