// SPDX-License-Identifier: MIT
// Whether the device has done anything: launches that were not refused, fills (hipMemset), and copies within its
// memory. Copying a result from the host does not count.
//
//   const auto before = device_work_so_far();
//   launch_of_the_user();
//   if (device_work_so_far() == before) ...      // whatever the output holds, the device did not make it
#pragma once

#include <cstdint>

namespace tileproof::cpu_engine {

std::uint64_t device_work_so_far();

// The fraction of the blocks of the latest launch that have ended or are running: 0 to 1. Any thread may ask.
double share_of_launch_done();

// A case begins on this host thread. The contents of unwritten memory in its launches depend on the seed and on the
// number of the launch within the case, so the launches of a case differ, but in the same way each time.
void begin_case_of(std::uint64_t seed);

// Frees everything allocated by hipMalloc and the like, as the end of a program does.
void free_what_is_left();
// Set by a device with its own memory: frees its allocations.
extern void (*free_device_memory)();

// Set by a device with its own memory: whether an address belongs to it.
extern bool (*belongs_to_device)(const void*);

// A place in a kernel's source where threads wait for each other.
//
//   if (x) __syncthreads(); else __syncthreads();   // line 7: columns 8 and 29, numbers 0 and 1
//
// Two barriers in one line are two places. The column tells them apart, and within one macro, where both have the
// macro's column, the sequence number of each barrier in its file.

struct call_site {
    const char* file = nullptr;
    int line = 0;
    unsigned short column = 0;  // 0: not known, with g++
    unsigned short number = 0;  // of a barrier; 0 for wave operations
    friend bool operator==(const call_site&, const call_site&) = default;
};
inline call_site call_site_of(const char* file, int line, int column, int number = 0) {
    return {file, line, static_cast<unsigned short>(column), static_cast<unsigned short>(number)};
}

// The scope of atomics and fences. The compiler's __atomic builtins have orders but no scopes, so a header declares
// the scope around the operation:
//
//   { const within_scope only(memory_scope::block); __atomic_fetch_add(at, 1, __ATOMIC_RELAXED); }
//
// is atomicAdd_block. Only the checked device uses it (devices/cpu_checked/memory_model.hpp); for the processor all
// scopes are the same.

enum class memory_scope : int { thread, wave, block, device, system };

// Written by checked kernels, defined by the checked device.
extern "C" memory_scope tileproof_checked_scope;

#ifdef TILEPROOF_CPU_CHECKED
struct [[maybe_unused]] within_scope {
    explicit within_scope(memory_scope s) { tileproof_checked_scope = s; }
    ~within_scope() { tileproof_checked_scope = memory_scope::device; }
    within_scope(const within_scope&) = delete;
    within_scope& operator=(const within_scope&) = delete;
};
#else
struct [[maybe_unused]] within_scope {
    constexpr explicit within_scope(memory_scope) {}
};
#endif

}  // namespace tileproof::cpu_engine
