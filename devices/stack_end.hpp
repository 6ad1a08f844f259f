// SPDX-License-Identifier: MIT
// Whether a fault was an overflow of a kernel thread's stack. Called in a signal handler, answered by the device that
// owns the stacks.
//
//   stack_ended_at(0x7f0012345ff8) == 131072    // just below the stack of a thread, which has this many bytes
//   stack_ended_at(0x1000) == 0                 // something else
#pragma once

#include <atomic>
#include <cstddef>

namespace tileproof::devices {

inline std::atomic<std::size_t (*)(const void*)> device_with_stacks{nullptr};

inline std::size_t stack_ended_at(const void* address) {
    const auto ask = device_with_stacks.load();
    return ask ? ask(address) : 0;
}

}  // namespace tileproof::devices
