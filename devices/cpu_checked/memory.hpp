// SPDX-License-Identifier: MIT
// The memory of the cpu-checked device: each buffer has a stretch of address space to itself.
//
// 512 slots of 64 GiB are reserved (only touched pages exist), with one buffer near the middle of each. So an index
// that is wrong by up to 16 GiB leaves the buffer without reaching another one and is detected; the slot tells which
// buffer was meant. Neighbours have very different offsets in their slots, so that an index that wraps around (-1 as
// 2^32 - 1, times 16 bytes: one slot further) does not hit the next buffer. Freed slots rest for a while, so that
// accesses through old pointers are detected, too. If the system grants less address space, slots are smaller.
//
// Programs with hundreds of buffers get 4,096 further slots of 8 GiB from the 257th buffer on (errors of up to 2 GiB
// are detected), and then 8,192 of 1 GiB (256 MiB).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "devices/cpu_checked/region.hpp"
#include "devices/device.hpp"

namespace tileproof::cpu_checked {

class device_memory {
  public:
    // Empty, or the sentence why this process cannot have one.
    static std::string why_unavailable();

    struct slot {
        region memory;
        std::byte* mapped = nullptr;  // pages that can be touched: [mapped, mapped + mapped_bytes)
        std::size_t mapped_bytes = 0;
        std::size_t margin_before = 0, margin_after = 0;
        bool used = false;
    };

    // `first`: the first segment that may begin from now on. `many`: the caller may request any number of buffers.
    // Throws device_error if memory is short.
    slot& allocate(const devices::buffer_request&, std::uint32_t first, bool many = false);
    void free(slot&) noexcept;

    // The slot that contains the address, possibly a free one; null if there is none.
    slot* find(std::uintptr_t address);
    // The live buffer that contains all of [address, address + bytes); null if there is none.
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
        std::vector<std::unique_ptr<slot>> slots{};  // made when first needed
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

// Memory that kernels allocate: malloc, free, new and delete in device code.
//
//   float* p = static_cast<float*>(malloc(16));     block {begin p, 16 bytes, live}
//   p[4] = 0;                                       past it: find(p + 16) is that block, holds() is false
//   free(p);                                        the same block, no longer live
//
// All blocks are in one region of 256 MiB of address space, whose shadow records the accesses to each byte. Between
// two blocks 256 bytes belong to nobody. Freed blocks rest until no fresh room is left, so that accesses through old
// pointers are detected. Blocks outlive their launch, as on a GPU.

class device_heap {
  public:
    struct block {
        std::uintptr_t begin = 0;
        std::uint64_t bytes = 0;
        bool live = false;
        bool holds(std::uintptr_t address, std::size_t n) const {
            return live && address - begin < bytes && bytes - (address - begin) >= n;
        }
    };
    // Null if there is no room. The bytes count as unwritten and hold a poison pattern of this seed.
    void* allocate(std::size_t bytes, std::size_t alignment, std::uint64_t seed);
    void free(block& b);
    // Whether the address is in this heap at all.
    bool near(std::uintptr_t address) const {
        return memory.bytes > 0 && address - memory.base < memory.bytes;
    }
    // The last block that begins at or before the address; null if there is none.
    block* find(std::uintptr_t address);
    // A new case: forgets all blocks if much of the room is used, as the end of a program would.
    void begin_case();

    region memory;  // contains all blocks; never on the fast path of accesses (shadow.cpp)

  private:
    void reserve();
    std::map<std::uintptr_t, block> blocks_;
    std::multimap<std::uint64_t, std::uintptr_t> freed_;  // by size
    std::size_t used_ = 0;                                // fresh room begins here
};

}  // namespace tileproof::cpu_checked
