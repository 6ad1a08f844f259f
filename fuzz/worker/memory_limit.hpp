// SPDX-License-Identifier: MIT
// Limits the memory of worker processes. A case that wants more is stopped and reported as one that could not be
// judged, before the kernel kills some process.
//
//   limit_memory_of_workers(4.0 * (1 << 30));
//
// Counts resident memory, ten times a second; address space reserved by a device does not count.
#pragma once

namespace tileproof::properties {

// 0: no limit. For all workers of this process.
void limit_memory_of_workers(double bytes);

}  // namespace tileproof::properties
