// SPDX-License-Identifier: MIT
// Threads that wait in a loop for memory to change:  while (atomicAdd(&flag, 0) == 0) {}
//
// Now and then (when its fuel is used up, shadow.hpp) an access of a thread is recorded: place, memory and value. If
// one of its next few reads is the same, including the value, the thread polls, and others must run before it can
// continue.
#pragma once

#include <cstdint>
#include <vector>

#include "devices/cpu_checked/shadow.hpp"

namespace tileproof::cpu_checked {

// Memory that a thread has read repeatedly while it stayed the same.
struct polled_memory {
    const region* of = nullptr;
    const site* at = nullptr;
    std::uint64_t offset = 0;
    std::size_t bytes = 0;  // up to 8
    std::uint64_t value = 0;
    std::uint64_t value_now() const;
    friend bool operator==(const polled_memory&, const polled_memory&) = default;
};

class polls {
  public:
    void begin_launch(unsigned threads);
    void begin_block();
    void forget_samples() { samples_ = 0; }  // another thread runs

    enum class opinion { goes_on, look_at_the_next_access, polls };
    opinion see(unsigned thread, const polled_memory& now, access_kind);
    // What the thread polled when see() last completed its comparison; null if it did not poll.
    const polled_memory* polled_by(unsigned thread) const {
        return of_[thread].polled.at ? &of_[thread].polled : nullptr;
    }

  private:
    struct entry {
        polled_memory noted;   // compared with the next accesses
        polled_memory polled;  // stays while see() compares again: a block may be ended at any time
    };
    std::vector<entry> of_;  // by thread
    int samples_ = 0;        // accesses still to be compared with the recorded one
    bool used_ = false;
};

}  // namespace tileproof::cpu_checked
