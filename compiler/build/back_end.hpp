// SPDX-License-Identifier: MIT
// The second half of compiling a user's HIP source: the bitcode of both its halves (front_end.hpp) becomes an object file
// for one cpu device. The passes (compiler/passes) join them, and give the kernels their checks or their loops.
//
//   front_end f({.source = "my.hip", .flags = {"-Iinclude"}});
//   compile_for({.device = cpu_device::cpu_checked, .object = "my.o"}, f);
#pragma once

#include <string>

#include "compiler/build/front_end.hpp"

namespace tileproof::compiler {

enum class cpu_device { cpu, cpu_checked };

struct object_request {
    cpu_device device = cpu_device::cpu;
    std::string object;
    bool coverage = false;   // libFuzzer is told which branches it takes
    bool changes = false;    // of its kernels can be tried: compiler/passes/tried_changes.hpp
    bool in_double = false;  // computes in double for float: compiler/passes/double_for_float.hpp
};

// Throws std::runtime_error, after the compiler's own messages, for code that it rejects, and system::limit_met.
void compile_for(const object_request&, front_end&);

// What the kernels of the source access, for a prover: {"kernels": [{"name": "scale", ...}]}, as described in
// compiler/passes/kernel_accesses.hpp. Throws as above.
std::string accesses_of_kernels(front_end&);

}  // namespace tileproof::compiler
