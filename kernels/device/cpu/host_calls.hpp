// What hipMalloc and its like need of the engine, without the headers behind it.
#pragma once

#include <cstddef>

namespace tileproof::cpu_engine {

// A buffer between canary margins and unmapped pages, 256-byte aligned; null for 0 bytes or when
// memory is short. free: null is allowed; false when the pointer is no buffer of allocate().
void* allocate(std::size_t bytes);
bool free(void*);
void poison_new_memory(void* data, std::size_t bytes);

// hipMalloc and hipFree: of the device that the file is compiled for. The checked one has memory of
// its own and is told what the host writes there.
#ifdef TILEPROOF_CPU_CHECKED
void* allocate_checked(std::size_t bytes);
bool free_checked(void*);
void host_wrote_checked(void* to, std::size_t bytes);
inline void* allocate_on_device(std::size_t bytes) { return allocate_checked(bytes); }
inline bool free_on_device(void* p) { return free_checked(p); }
inline void host_wrote(void* to, std::size_t bytes) { host_wrote_checked(to, bytes); }
#else
inline void* allocate_on_device(std::size_t bytes) { return allocate(bytes); }
inline bool free_on_device(void* p) { return free(p); }
inline void host_wrote(void*, std::size_t) {}
#endif

// The sentence about the last launch that went wrong on this host thread. Stays valid until the
// next one.
const char* error_text();

}  // namespace tileproof::cpu_engine
