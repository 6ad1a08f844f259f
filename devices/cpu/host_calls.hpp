// SPDX-License-Identifier: MIT
// The functions of the engine that hipMalloc and the like need, without the headers of the implementation.
#pragma once

#include <cstddef>

#include "devices/cpu/is_checked.hpp"

namespace tileproof::cpu_engine {

// A buffer between canary margins and unmapped pages, 256-byte aligned; null for 0 bytes or if memory is short. free:
// null is allowed; returns false if the pointer is not a buffer of allocate().
void* allocate(std::size_t bytes);
bool free(void*);
void poison_new_memory(void* data, std::size_t bytes);

// hipMalloc and hipFree of the device that the file is compiled for. The checked device has its own memory and is
// told what the host writes there.
void* allocate_checked(std::size_t bytes);
bool free_checked(void*);
void host_wrote_checked(void* to, std::size_t bytes);
std::size_t bytes_at_checked(const void*);
inline void* allocate_on_device(std::size_t bytes) {
    return is_checked() ? allocate_checked(bytes) : allocate(bytes);
}
inline bool free_on_device(void* p) { return is_checked() ? free_checked(p) : free(p); }
inline void host_wrote(void* to, std::size_t bytes) {
    if (is_checked()) host_wrote_checked(to, bytes);
}
// The number of bytes from this address to the end of its memory; 0 if unknown.
inline std::size_t bytes_at_device(const void* p) { return is_checked() ? bytes_at_checked(p) : 0; }

// The same for the cpu device's own memory: hipMalloc's on cpu, hipHostMalloc's and managed memory on both.
std::size_t bytes_at_host(const void*);
inline std::size_t bytes_at(const void* p) {
    const std::size_t n = bytes_at_device(p);
    return n ? n : bytes_at_host(p);
}
inline bool is_device_memory(const void* p) {
    return is_checked() ? bytes_at_device(p) > 0 : bytes_at_host(p) > 0;
}

// Done outside the checked code.
void move_bytes(void* to, const void* from, std::size_t bytes);
void fill_bytes(void* to, unsigned value, std::size_t width, std::size_t count);

// The sentence about the last failed launch of this host thread. Valid until the next one.
const char* error_text();

}  // namespace tileproof::cpu_engine
