// SPDX-License-Identifier: MIT
// From the text of a module, as clang's front end makes it, to an object whose kernels are loops.
//
//   clang -O2 <first_step_flags> -S -emit-llvm k.cpp -o k.ll
//   compile_with_regions({.compiler = "clang", .module = "k.ll", .object = "k.o", .flags = {"-O2", "-fPIC"}, .run = run});
//
// What cannot be compiled with loops is compiled without: of compilers to come nobody knows whether their IR is read
// rightly here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_regions {

// Flags of the first step, beside -S -emit-llvm and those of the source.
inline constexpr const char* first_step_flags[] = {"-fno-discard-value-names", "-Xclang",
                                                   "-disable-llvm-passes", "-Xclang",
                                                   "-disable-lifetime-markers"};

// A flag that asks for what the text would not keep: debug information, counters, another form of code.
bool keeps_fibers(std::string_view flag);

struct module_to_compile {
    std::string compiler, module, object;                      // `module` is written to
    std::vector<std::string> flags;                            // of the last step
    std::function<void(const std::vector<std::string>&)> run;  // throws where the command fails
    std::function<std::string(const std::string&)> changed = [](auto& text) { return text; };
};

// Throws std::runtime_error, and what `run` throws.
void compile_with_regions(const module_to_compile&);

}  // namespace tileproof::cpu_regions
