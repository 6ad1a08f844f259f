// SPDX-License-Identifier: MIT
// The program of one file that runs a kernel on a case and judges what it did: the parts that all contracts
// share, and what a contract must add.
//
//   kernel_program p;
//   p.source = "kernels/transpose/tiled.cpp";       // can be replaced: -DTILEPROOF_KERNEL_SOURCE='"mine.cpp"'
//   p.includes = {"kernels/catalogue.cpp"};
//   p.kernel = ...;                                 // C++ text that defines make_kernel(), or what starts it
//   p.contract = call_text(...);                    // C++ text, see below
//   program_text(f, p)                              // the file
//
// The contract's text defines, with the struct `operand` of the program:
//   static std::vector<operand> inputs(), results();
//   static bool right(std::size_t result, std::size_t element, const unsigned char* value);   of live elements
//   static void launch(const std::vector<void*>& in, const std::vector<void*>& out);  the buffers' starts
//   static std::optional<std::string> refusal();    what the kernel says when asked; nothing: it cannot be asked
//   static constexpr bool makes_sense;              false: it must be refused
#pragma once

#include "fuzz/finding/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

struct kernel_program {
    std::string source;                 // of the kernel, from the project's root
    std::vector<std::string> includes;  // other sources of the project that it needs
    std::string kernel;                 // what the contract's text starts
    std::string contract;
};

std::string program_text(const finding& f, const kernel_program& p);

}  // namespace tileproof::properties
