// SPDX-License-Identifier: MIT
// Turns what clang's -fsanitize=thread puts into a kernel's code into calls of our own runtime.
//
// A kernel is instrumented *before* any optimisation, so that every load and store that the source
// asks for is seen, and optimised afterwards, when the calls keep the accesses in place:
//
//   clang -O1 -Xclang -disable-llvm-passes -fsanitize=thread,array-bounds     as written
//   access_elements_alone()            an element of a vector is an access alone (vector_elements.hpp)
//   keep_copies()                      struct copies become calls that keep their alignment
//   clang -x ir -O0 -fsanitize=thread  every access gets a call of __tsan_...
//   call_runtime()                     those become calls of tileproof_checked_..., with their place
//   clang -x ir -O2 -c                 optimised, with the calls as barriers
//
// For instance (both lines are LLVM IR, !27 is line 9, column 18)
//   call void @__tsan_read4(ptr %15), !dbg !27
//   call void @tileproof_checked_read4(ptr %15, ptr <site 3>), !dbg !27
//
// call_runtime also
// - makes all inline and template functions local to their object file: the same function compiled
//   without instrumentation in the same program must not take its place, nor the other way round;
// - gives __shared__ variables a gap behind them and lists them (module.hpp), whose addresses are
//   then plain: the checked device runs one block at a time;
// - gives the arrays of `extern __shared__ T name[]` one address, the runtime's;
// - adds the accesses that the sanitizer leaves out: vectors wider than 16 bytes, floating-point
//   atomics;
// - makes copies of kernels that tell the values of variables (value_copies.hpp).
//
// Works on the text of LLVM 19's intermediate form. Throws std::runtime_error with a sentence when
// the text does not look as expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_checked {

// The marks of variables, __attribute__((annotate("..."))), in the device's own header.
inline constexpr std::string_view shared_mark = "tileproof_shared";
inline constexpr std::string_view device_mark = "tileproof_device";
inline constexpr std::string_view constant_mark = "tileproof_constant";
inline constexpr std::string_view kernel_mark = "tileproof_kernel";  // of functions

// Parts of paths. What functions in library files do is reported at the line of the kernel that
// calls them; those in inlined files are inlined before anything else. Accesses of engine files are
// not the kernel's: they are not checked.
struct rewrite_paths {
    std::vector<std::string> library, inlined, engine;
    static rewrite_paths standard();
};

std::string keep_copies(std::string_view unoptimised_ir, const rewrite_paths&);
// whole_program: unmarked variables of inline functions and templates stay one for all object files.
std::string call_runtime(std::string_view instrumented_ir, const rewrite_paths&,
                         bool whole_program = false);

}  // namespace tileproof::cpu_checked
