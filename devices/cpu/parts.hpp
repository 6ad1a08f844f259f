// SPDX-License-Identifier: MIT
// The threads of a block as a loop from one barrier to the next, for kernels that were compiled for it
// (compiler/passes/thread_loops.hpp). No thread has a stack of its own then; what it keeps from
// one barrier to the next lies in its frame. A kernel with one barrier and a block of 256 threads:
//
//   frames = begin_parts(16)      256 frames of 16 bytes; null: run the threads as fibers
//   for t in 0..255: stop = part(arguments, 0, frames + 16 * t)      1: waits at the barrier
//   for t in 0..255: stop = part(arguments, 1, frames + 16 * t)      0: has ended
//
// Threads that stop where the first one has are not told: nothing is kept for them.
#pragma once

#include <cstddef>

#include "devices/cpu/call_site.hpp"

namespace tileproof::cpu_engine {

// Called by the kernel for the first thread of a block. From then on all threads of the block count as started.
std::byte* begin_parts(std::size_t frame_bytes);
// Called behind it: of the shared variables that the launch was given the kernel can name only these. The others get no
// contents from the next block on.
void only_shared(const void* const* variables, std::size_t count);
// This thread waits at another barrier (from 1; 0: it has ended) than the first one.
void stops_elsewhere(unsigned thread, unsigned barrier, unsigned barrier_of_first);
// Ends the block: its threads wait at different barriers, or some have ended, as they have told.
void parts_diverge(const call_site* barriers);

}  // namespace tileproof::cpu_engine
