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

// Set by a device with memory of its own: does this address belong to it?
extern bool (*belongs_to_device)(const void*);

}  // namespace tileproof::cpu_engine
