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

}  // namespace tileproof::cpu_engine
