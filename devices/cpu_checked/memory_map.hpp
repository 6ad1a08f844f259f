// SPDX-License-Identifier: MIT
// Which piece of memory an address belongs to: device buffers, variables of kernels, dynamic shared
// memory, what kernels allocate, the arguments on the host's stack, constant data, and the cpu device's own buffers, which
// hipMalloc in a kernel's host code gives when the checked memory is used up.
//
//   memory_map map;                                    // one for the process
//   map.begin_launch(stack_of_the_host, first_segment);
//   const auto place = map.find(address, 4, false);    // {&region}, or {null, &the nearest, harmless}
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "devices/cpu_checked/heap.hpp"
#include "devices/cpu_checked/memory.hpp"
#include "devices/cpu_checked/objects.hpp"
#include "devices/cpu_checked/region.hpp"

namespace tileproof::cpu_checked {

inline bool holds(const region& r, std::uintptr_t address, std::size_t bytes) {
    return address >= r.base && address - r.base < r.bytes && r.bytes - (address - r.base) >= bytes;
}

class memory_map {
  public:
    memory_map();

    struct located {
        region* in = nullptr;    // holds all of it
        region* near = nullptr;  // else: the object next to it, if any
        bool harmless = false;   // nothing of anybody's is there: the kernel may go on
    };
    located find(std::uintptr_t address, std::size_t bytes, bool writes);
    // The object that a pointer to `address` was made for: it lies in it or near it. Null: unknown.
    region* object_of(std::uintptr_t address);
    // A buffer, a variable or memory of both host and device, which holds all of it. Null: none does.
    region* object_with(const void* address, std::size_t bytes);
    // Memory of both that kernels or copies have touched. Null: it is none.
    region* touched_of_both(std::uintptr_t address, std::size_t bytes);
    bool some_of_both() const { return !host_buffers_.empty(); }

    // Is this address in shared memory, static or dynamic?
    bool is_shared(std::uintptr_t address);

    void begin_launch(std::uint32_t first_segment);
    void begin_block(void* shared, std::size_t bytes, std::uint32_t first_segment);
    // Of a block that waits for the grid and entered its shared memory in this turn: what is in it, what is remembered
    // of the segments since `first`. And back, for another turn, as if all of it was of one segment.
    void keep_shared(std::uint32_t turn, std::uint32_t first, std::vector<kept_memory>&);
    void put_back_shared(const std::vector<kept_memory>&, std::uint32_t turn,
                         std::uint32_t segment);
    void forget_all_records();

    device_memory buffers;
    device_heap heap;
    region dynamic_shared;

  private:
    region* host_buffer(std::uintptr_t address, std::size_t bytes);
    region host_stack_;
    std::uint32_t launch_first_ = 1;
    struct host_memory {
        region memory;  // of no bytes until a launch meets it: it may have been freed since
        std::uint64_t bytes = 0;
    };
    std::map<std::uintptr_t, std::unique_ptr<host_memory>> host_buffers_;  // by address
};

}  // namespace tileproof::cpu_checked
