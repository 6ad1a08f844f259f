// SPDX-License-Identifier: MIT
// Finds the memory that an address belongs to: device buffers, variables of kernels, dynamic shared memory,
// allocations in kernels, arguments on the host's stack, constant data, and the cpu device's own buffers, which
// hipMalloc returns when the checked memory is used up.
//
//   memory_map map;                                    // one for the process
//   map.begin_launch(stack_of_the_host, first_segment);
//   const auto place = map.find(address, 4, false);    // {&region}, or {null, &the nearest, harmless}
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "devices/cpu_checked/memory.hpp"
#include "devices/cpu_checked/module.hpp"
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
        region* near = nullptr;  // otherwise: the nearest object, if any
        bool harmless = false;   // nobody's memory: the kernel may continue
    };
    located find(std::uintptr_t address, std::size_t bytes, bool writes);
    // The object that a pointer to `address` was made for: the one that contains it or is nearest. Null: unknown.
    region* object_of(std::uintptr_t address);
    // A buffer, a variable or memory shared by host and device that contains the whole range; null if there is none.
    region* object_with(const void* address, std::size_t bytes);
    // Memory shared by host and device that kernels or copies have touched; null if there is none.
    region* touched_of_both(std::uintptr_t address, std::size_t bytes);
    bool some_of_both() const { return !host_buffers_.empty(); }

    // Whether the address is in shared memory, static or dynamic.
    bool is_shared(std::uintptr_t address);

    // Also one that continues after others. Arguments of the kernel lie on this thread's stack, above that frame.
    void begin_launch(std::uint32_t first_segment, const void* frame);
    void begin_block(void* shared, std::size_t bytes, std::uint32_t first_segment);
    // For a block that waits for the grid and entered its shared memory in this turn: keep_shared() saves its
    // contents and the records of the segments since `first`; put_back_shared() restores them for another turn, as if
    // all accesses were of one segment.
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
        region memory;  // empty until a launch meets it, because it may have been freed
        std::uint64_t bytes = 0;
    };
    std::map<std::uintptr_t, std::unique_ptr<host_memory>> host_buffers_;  // by address
};

// What instrumented modules have registered: places in their source, and their __shared__, __device__ and
// __constant__ variables; and the constant data of the program, which everything may read.

void register_module(
    module&);  // called when an instrumented object file is loaded; it is never unloaded

class module_registry {
  public:
    static module_registry& only();
    void add(module&);
    const site& known_site(std::uint32_t id) const;  // by site.id
    // The same number for all sites of a source line.
    std::uint32_t line_of(std::uint32_t id);
    static const site& unknown();
    devices::reached_code reached() const;
    std::vector<long> numbers_of_unmet_conditions() const;
    // The object that contains the address, or whose trailing gap does; null if there is none.
    region* find(std::uintptr_t address);
    // Constant data of the program or its libraries that contains the whole range; null if there is none.
    region* constant_data(std::uintptr_t address, std::size_t bytes);
    template <class F>
    void each(F f) {
        for (auto& r : objects_) f(*r);
    }

  private:
    void scan_constant_data();
    std::vector<site*> sites_;
    std::vector<std::span<const code>> codes_;
    std::deque<std::vector<std::uint8_t>> reached_;  // of each
    std::vector<std::uint32_t> lines_;               // by site.id, 0: nobody has asked yet
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> line_numbers_;
    std::vector<std::unique_ptr<region>> objects_;  // sorted by address
    std::deque<region> constants_;
};

}  // namespace tileproof::cpu_checked
