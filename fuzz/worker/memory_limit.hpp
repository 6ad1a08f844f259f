// SPDX-License-Identifier: MIT
// How much memory a worker process may take. A case that wants more is stopped and told as one that could not be judged,
// before the system ends whatever it likes.
//
//   limit_memory_of_workers(4.0 * (1 << 30));
//
// Resident memory, looked at ten times a second: the address space that a device reserves does not count.
#pragma once

namespace tileproof::properties {

// 0: no limit. Of all workers of this process.
void limit_memory_of_workers(double bytes);

}  // namespace tileproof::properties
