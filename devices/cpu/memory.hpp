// SPDX-License-Identifier: MIT
// The cpu device's memory: buffers between two unmapped pages, pooled.
//
// Every mapping is  | unmapped page | usable pages | unmapped page |.  A buffer is flush with one of the two fences
// or in the middle (see devices/device.hpp). Freed mappings are kept for the next buffer of about the same size, so
// that thousands of small launches a second do not map memory.
#pragma once

#include <cstddef>
#include <vector>

#include "devices/device.hpp"

namespace tileproof::cpu_engine {

struct memory_block {
    void* data = nullptr;    // first byte of the buffer
    void* handle = nullptr;  // for free_memory
    std::size_t bytes = 0;
    std::size_t margin_before = 0, margin_after = 0;  // bytes of ours on each side, canaries or not
};

// Throws device_error if memory is short. Any thread may call; contents are undefined.
memory_block allocate_memory(const devices::buffer_request&);
void free_memory(void* handle) noexcept;

// All currently allocated buffers, in the order of their addresses.
std::vector<memory_block> live_memory();

// Foreign memory that kernels may access, listed with the live buffers. Returns false if it is already registered, or
// not.
bool register_memory(void*, std::size_t bytes);
bool unregister_memory(void*);

// Registered memory that is zero, and is only mapped before somebody touches it; what the pool takes back it fills.
class untouched_memory {
  public:
    explicit untouched_memory(
        std::size_t bytes);  // throws kernels::device_error if the system has no more
    ~untouched_memory();
    untouched_memory(const untouched_memory&) = delete;
    untouched_memory& operator=(const untouched_memory&) = delete;
    void* data() const { return data_; }

  private:
    const std::size_t bytes_;
    void* const data_;
};

}  // namespace tileproof::cpu_engine
