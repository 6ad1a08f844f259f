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
#include "properties/kernel/contract.hpp"
#include "properties/law.hpp"

#include <functional>
#include <optional>
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

// A case of a kernel contract as the middle part of a program (kernel_program.hpp): its operands, what is right,
// and the launch.
//
//   call_text({transpose_contract(), range, c, law_id::K1}, start)
//     start(c)    C++ text that defines `static void start_kernel(void* operand0, void* operand1)` and
//                 `static std::optional<std::string> refusal()` for the problem of the case

struct shown_case {
    const properties::kernel_contract& contract;
    const properties::kernel_range* range;  // null: what the kernel takes is not known
    const properties::kernel_case& the_case;
    properties::law_id law;
};

using start_text = std::function<std::string(const properties::kernel_case&)>;

// Of K8: the second call. Nothing: the operands are too large for a file.
std::optional<std::string> call_text(const shown_case&, const start_text&);

}  // namespace tileproof::fuzz
