// SPDX-License-Identifier: MIT
// How much memory this process may still take. Asked before a large allocation, because a system that overcommits
// kills the process later without a message.
//
//   available_memory()                       // {24 GiB less what is in use, "this machine has"}
//   require_memory(80'000'000'000, "A copy of 100000 x 100000 elements of 4 bytes")
//     throws not_enough_memory: "A copy of 100000 x 100000 elements of 4 bytes needs 74.5 GiB of memory, and
//     this machine has 21.6 GiB free: ask for less."
//
// The result is the least of three: MemAvailable in /proc/meminfo, what the process's control group (version 1 or 2)
// and its ancestors leave, and the address space that `ulimit -v` leaves.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tileproof::system {

class not_enough_memory : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct memory_left {
    std::uint64_t bytes = 0;
    std::string where;  // the origin of the limit, with a verb: "this machine has"
};

// UINT64_MAX bytes if the system does not say.
memory_left available_memory();

// Throws not_enough_memory with a sentence that begins with `what`.
void require_memory(double bytes, const std::string& what);

// How many processes the kernel has killed for lack of memory, in this control group or on the whole machine.
std::uint64_t processes_killed_for_memory();

}  // namespace tileproof::system
