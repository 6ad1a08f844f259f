// SPDX-License-Identifier: MIT
// Whether the device has done anything: launches that were not refused, fills (hipMemset), and copies
// within its memory. Who copies a result from the host has not made the device do anything.
//
//   const auto before = device_work_so_far();
//   launch_of_the_user();
//   if (device_work_so_far() == before) ...      // whatever the output holds, the device did not make it
#pragma once

#include <cstdint>

namespace tileproof::cpu_engine {

std::uint64_t device_work_so_far();

// Of the blocks of the launch that began last, those that have ended or run: 0 to 1. Any thread may ask.
double share_of_launch_done();

// A case begins on this host thread: what its launches find in memory that nobody has written follows from the seed
// and from which launch of the case it is, so that runs of one case differ, in the same way each time.
void begin_case_of(std::uint64_t seed);

// Frees all that hipMalloc and its like gave, as the end of a program does.
void free_what_is_left();
// Set by a device with memory of its own: frees what it gave.
extern void (*free_device_memory)();

// Set by a device with memory of its own: does this address belong to it?
extern bool (*belongs_to_device)(const void*);

}  // namespace tileproof::cpu_engine
