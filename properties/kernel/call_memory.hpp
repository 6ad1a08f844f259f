// SPDX-License-Identifier: MIT
// The operands of a kernel_call on its device, run after run: filled, guarded, read back.
//
//   auto memory = place_call(call);          // throws device_error when there is not enough
//   memory->run(poison::first, wait);        // fills and guards everything anew, launches, waits, reads back
//   memory->outputs[0].after                 // what the kernel left of the first output, lead included
//
// On a device whose memory the host can access, each operand has its own buffer, so that each can border on an
// unmapped page. On a GPU a copy costs more than a small kernel: there all operands of all runs of a case are in one
// block, which is copied to the device once and back once, with the launches queued in between. The runs then have
// different addresses with the same alignment.
#pragma once

#include "properties/kernel/contract.hpp"
#include "properties/kernel/poison.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::properties {

// The addresses of a call's buffers, as a note that survives a crash, and the meaning of a faulting address.
//
//   "the input 7f10ff000 24\nthe output 7f20ff000 24\n"
//   address 7f20ff018  ->  "the first byte past the end of the output (24 bytes)"

struct noted_buffer {
    std::string name;
    std::uint64_t address = 0;
    std::size_t bytes = 0;
};

std::string memory_note(const std::vector<noted_buffer>& buffers);
std::vector<noted_buffer> parse_memory_note(std::string_view note);

// Whether one of them is near the address.
bool is_near(std::uint64_t address, const std::vector<noted_buffer>& buffers);

// The address relative to the nearest buffer; says so if all are far away.
std::string place_of(std::uint64_t address, const std::vector<noted_buffer>& buffers);

// One operand in the last run.
struct operand_run {
    const call_operand* operand = nullptr;
    std::vector<std::byte> before, after;
    const std::byte* at = nullptr;  // on the device, where each has a buffer of its own
    std::string outside;            // what was overwritten around it, as a sentence; empty: nothing
};

class call_memory {
  public:
    virtual ~call_memory() = default;
    virtual std::vector<noted_buffer> notes() const = 0;
    // The runs of a case, in this order: with the first poison, with the second, and with the first for each repeat.
    // `wait` waits for the device and throws what went wrong.
    virtual void run(poison pattern, const std::function<void()>& wait) = 0;

    std::vector<operand_run> inputs, outputs;
};

// Runs before each call on a device whose memory the host can access, where a child process tries what comes of that.
inline std::function<void()> before_each_call;

// Keeps a reference to the call.
std::unique_ptr<call_memory> place_call(const kernel_call& call);

}  // namespace tileproof::properties
