// SPDX-License-Identifier: MIT
// The threads of a block as a loop from one barrier to the next, for kernels that were compiled for it
// (kernels/user/regions/region_pass.hpp). No thread has a stack of its own then; what it keeps from
// one barrier to the next lies in its frame. A kernel with one barrier and a block of 256 threads:
//
//   frames = begin_parts(16)      256 frames of 16 bytes; null: run the threads as fibers
//   for t in 0..255: stops[t] = part(arguments, 0, frames + 16 * t)      1: waits at the barrier
//   for t in 0..255: stops[t] = part(arguments, 1, frames + 16 * t)      0: has ended
#pragma once

#include <cstddef>

#include "kernels/device/cpu/call_site.hpp"

namespace tileproof::cpu_engine {

// Called by the kernel for the first thread of a block. From then on all threads of the block count as started.
std::byte* begin_parts(std::size_t frame_bytes);
// One number for each thread: the barrier that it waits at, from 1; 0 when it has ended.
unsigned* stops_of_parts();
// Ends the block: its threads wait at different barriers, or some have ended.
void parts_diverge(const call_site* barriers);

}  // namespace tileproof::cpu_engine
