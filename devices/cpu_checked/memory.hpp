// SPDX-License-Identifier: MIT
// The cpu-checked device's memory: each buffer alone in a stretch of address space.
//
// 512 slots of 64 GiB are reserved (not used: only pages that are touched exist), one buffer lies
// near the middle of each. So an index that is wrong by anything up to 16 GiB leaves the buffer
// without reaching another one, and is seen; the slot tells which buffer was meant. Neighbours lie at
// offsets into their slots that are far apart, so that an index that wraps (-1 as 2^32 - 1, times 16
// bytes: one slot further) does not meet the next buffer. Freed slots rest for a while, so that an
// access through an old pointer is seen, too. Where the system grants less address space, slots are
// smaller.
//
// Programs that hold hundreds of buffers get 4,096 further slots of 8 GiB from the 257th on (what is
// wrong by up to 2 GiB is seen), and 8,192 of 1 GiB after these (256 MiB).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "devices/cpu_checked/region.hpp"
#include "devices/device.hpp"

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

    // `first`: the first segment that may begin from now on. `many`: the caller may ask for any
    // number of buffers. Throws device_error when memory is short.
    slot& allocate(const kernels::buffer_request&, std::uint32_t first, bool many = false);
    void free(slot&) noexcept;

    // The slot that an address falls into; null when it is in none. It may be free.
    slot* find(std::uintptr_t address);
    // The live buffer that holds all of [address, address + bytes); null when there is none.
    region* buffer(const void* address, std::size_t bytes);
    template <class F>
    void each(F f) {
        for (hall& h : halls_)
            for (auto& s : h.slots)
                if (s) f(s->memory);
    }

  private:
    // A stretch of slots of one size.
    struct hall {
        ~hall();
        int slot_bits;
        std::size_t slot_count;
        std::byte* base = nullptr;
        std::size_t fresh = 0, used = 0;             // slots never used; used now
        std::vector<std::unique_ptr<slot>> slots{};  // made when they are needed first
        std::deque<std::size_t> resting{};           // free slots, the longest free first
        void reserve();
        bool holds(std::uintptr_t address) const;
        bool full() const { return fresh == slot_count && resting.empty(); }
        std::size_t half() const { return std::size_t{1} << (slot_bits - 1); }
        std::size_t take();  // the number of a free slot
        std::byte* place(std::size_t index) const;
    };
    hall* hall_of(std::uintptr_t address);
    hall& choose(std::size_t bytes, bool many);

    std::mutex mutex_;
    hall halls_[3]{{36, 512}, {33, 4096}, {30, 8192}};
};

}  // namespace tileproof::cpu_checked
