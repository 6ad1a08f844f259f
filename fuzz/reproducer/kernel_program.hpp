// SPDX-License-Identifier: MIT
// The program of one file that runs a kernel on a case and judges what it did: the parts that all contracts
// share, and what a contract must add.
//
//   kernel_program p;
//   p.commands = {"hipcc -I TILEPROOF THIS_FILE -o bug && ./bug"};
//   p.source = "kernels/transpose/tiled.cpp";       // can be replaced: -DTILEPROOF_KERNEL_SOURCE='"mine.cpp"'
//   p.includes = {"kernels/catalogue.cpp"};
//   p.kernel = ...;                                 // C++ text that defines make_kernel(), or nothing
//   p.contract = call_text(...);                    // C++ text, see below
//   program_text(f, p)                              // the file
//
// The contract's text defines, with the types `operand` and `outcome` of the program:
//   static constexpr outcome must_give;             a result, a refusal with a sentence, an exception
//   static constexpr int calls;                     with different contents, one after the other
//   static std::vector<operand> inputs(int call), results(int call);
//   static bool right(int call, std::size_t result, std::size_t element, const unsigned char* value);
//   static void launch(const std::vector<void*>& in, const std::vector<void*>& out);  the buffers' starts
//   static void launch_on(void* anywhere);          a problem that must be refused
//   static std::optional<std::string> refusal();    what the kernel says when asked; nothing: it cannot be asked
#pragma once

#include "fuzz/finding/finding.hpp"

#include <string>
#include <vector>

namespace tileproof::fuzz {

struct kernel_program {
    std::string where =
        "On an AMD GPU and on an NVIDIA GPU, where TILEPROOF is the project's folder:";
    std::vector<std::string> commands;  // that compile and run it
    std::string source;                 // of the kernel, as it is included
    std::vector<std::string> includes;  // other sources of the project that it needs
    std::string kernel;                 // what the contract's text starts
    std::string contract;
};

std::string program_text(const finding& f, const kernel_program& p);

}  // namespace tileproof::fuzz
