// SPDX-License-Identifier: MIT
// The cpu-checked device's memory: each buffer alone in a stretch of address space.
//
// 512 slots of 64 GiB are reserved (not used: only pages that are touched exist), one buffer lies
// in the middle of each. So an index that is wrong by anything up to 32 GiB leaves the buffer
// without reaching another one, and is seen; the slot tells which buffer was meant. Freed slots
// rest for a while, so that an access through an old pointer is seen, too. Where the system grants
// less address space, slots are fewer and smaller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/device/cpu_checked/region.hpp"
#include "kernels/device/device.hpp"

namespace tileproof::cpu_checked {

class device_memory {
  public:
    // Empty, or the sentence that says why this process cannot have one.
    static std::string why_unavailable();

    struct slot {
        region memory;
        std::byte* mapped = nullptr;  // pages that can be touched: [mapped, mapped + mapped_bytes)
        std::size_t mapped_bytes = 0;
        std::size_t margin_before = 0, margin_after = 0;
        bool used = false;
    };

    // `first`: the first segment that may begin from now on. Throws device_error when memory is
    // short.
    slot& allocate(const kernels::buffer_request&, std::uint32_t first);
    void free(slot&) noexcept;

    // The slot that an address falls into; null when it is in none. It may be free.
    slot* find(std::uintptr_t address);
    // The live buffer that holds all of [address, address + bytes); null when there is none.
    region* buffer(const void* address, std::size_t bytes);
    template <class F>
    void each(F f) {
        for (auto& s : slots_)
            if (s) f(s->memory);
    }

  private:
    void reserve();

    std::mutex mutex_;
    std::byte* base_ = nullptr;
    int slot_bits_ = 36;
    std::size_t slot_count_ = 512;
    std::vector<std::unique_ptr<slot>> slots_;  // made when they are needed first
    std::deque<std::size_t> resting_;           // free slots, the longest free first
};

}  // namespace tileproof::cpu_checked
