// SPDX-License-Identifier: MIT
// The functions of the engine that hipMalloc and the like need, without the headers of the implementation.
#pragma once

#include <cstddef>

namespace tileproof::cpu_engine {

// A buffer between canary margins and unmapped pages; null for 0 bytes or if memory is short. free:
// null is allowed; returns false if the pointer is not a buffer of allocate().
void* allocate(std::size_t bytes, std::size_t alignment = 256);
bool free(void*);
void poison_new_memory(void* data, std::size_t bytes);

// hipMalloc and hipFree of the checked device, which has its own memory and is told what the host writes there. The line is
// that of the call; a null file: not known.
void* allocate_checked(std::size_t bytes, const char* file, int line);
bool free_checked(void*);
void host_wrote_checked(void* to, std::size_t bytes);
std::size_t bytes_at_checked(
    const void*);  // from this address to the end of its memory; 0 if unknown

// The number of bytes from this address to the end of the cpu device's own memory; 0 if unknown. hipMalloc's on cpu,
// hipHostMalloc's and managed memory on both.
std::size_t bytes_at_host(const void*);

// Done outside the checked code.
void move_bytes(void* to, const void* from, std::size_t bytes);
void fill_bytes(void* to, unsigned value, std::size_t width, std::size_t count);

// The sentence about the last failed launch of this host thread. Valid until the next one.
const char* error_text();

}  // namespace tileproof::cpu_engine
