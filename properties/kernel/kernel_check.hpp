// Judges a kernel_call by the laws that need no knowledge of what is computed:
//
//   K1 exact          every written element equals the expected bytes
//   K7 bounded        or, where the operand says so, is near enough
//   K2 written        every live element of the outputs is written: two runs, two poisons
//   K3 contained      canaries around all buffers, gaps of the outputs, and the inputs are unchanged
//   K4 no stray reads the result is the same with other poison around and between the inputs
//   K5 repeatable     further runs give the same bits
//   K6 ordered        no race, divergence or read of unwritten LDS, on devices that check accesses
//   K9 honest refusal what the kernel takes it also runs: no error, no hang, no exit
//
// On devices with fences a stray access may also end the process; judge_process_end() then says which
// of K3, K4 and K9 that breaks, and where the address lay.
#pragma once

#include "properties/kernel/kernel_call.hpp"
#include "properties/property.hpp"

#include <vector>

namespace tileproof::properties {

struct call_outcome {
    case_result result;
    // What the first output held after the first run, lead included; empty when the launch failed.
    std::vector<std::byte> first_output;
};

call_outcome check_call(const kernel_call& call);

// For property::judge_end(): uses the note that check_call() left.
failure judge_process_end(const process_end& end);

}  // namespace tileproof::properties
