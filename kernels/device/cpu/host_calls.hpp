// What hipMalloc and its like need of the engine, without the headers behind it.
#pragma once

#include <cstddef>

namespace tileproof::cpu_engine {

// A buffer between canary margins and unmapped pages, 256-byte aligned; null for 0 bytes or when
// memory is short. free: null is allowed; false when the pointer is no buffer of allocate().
void* allocate(std::size_t bytes);
bool free(void*);

// The sentence about the last launch that went wrong on this host thread. Stays valid until the
// next one.
const char* error_text();

}  // namespace tileproof::cpu_engine
