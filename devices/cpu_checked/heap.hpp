// SPDX-License-Identifier: MIT
// Memory that kernels allocate: malloc, free, new and delete in device code.
//
//   float* p = static_cast<float*>(malloc(16));     block {begin p, 16 bytes, live}
//   p[4] = 0;                                       past it: find(p + 16) is that block, holds() is false
//   free(p);                                        the same block, no longer live
//
// All blocks are in one region of 256 MiB of address space, whose shadow records the accesses to each byte. Between
// two blocks 256 bytes belong to nobody. Freed blocks rest until no fresh room is left, so that accesses through old
// pointers are detected. Blocks outlive their launch, as on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "devices/cpu_checked/region.hpp"

namespace tileproof::cpu_checked {

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
