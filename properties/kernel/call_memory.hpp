// SPDX-License-Identifier: MIT
// The operands of a kernel_call on its device, run after run: filled, guarded, read back.
//
//   auto memory = place_call(call);          // throws device_error when there is not enough
//   memory->run(poison::first, wait);        // all filled and guarded anew, launched, waited for, read back
//   memory->outputs[0].after                 // what the kernel left of the first output, lead included
//
// On a device whose memory the host can touch each operand has a buffer of its own, so that each can border on an
// unmapped page. On a GPU a copy costs more than a small kernel: there all operands lie in one block, for all
// runs of the case side by side, which travels there once and back once, with the launches queued between. The
// runs then have other addresses, with the same alignment.
#pragma once

#include "properties/kernel/kernel_call.hpp"
#include "properties/kernel/memory_note.hpp"
#include "properties/kernel/poison.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tileproof::properties {

// One operand in the last run.
struct operand_run {
    const call_operand* operand = nullptr;
    std::vector<std::byte> before, after;
    std::string outside;  // what was overwritten around it, as a sentence; empty: nothing
};

class call_memory {
  public:
    virtual ~call_memory() = default;
    virtual std::vector<noted_buffer> notes() const = 0;
    // The runs of a case: with the first poison, with the second, and with the first for each repeat, in this
    // order. `wait` waits for the device and throws what went wrong.
    virtual void run(poison pattern, const std::function<void()>& wait) = 0;

    std::vector<operand_run> inputs, outputs;
};

// Keeps a reference to the call.
std::unique_ptr<call_memory> place_call(const kernel_call& call);

}  // namespace tileproof::properties
