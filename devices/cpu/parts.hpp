// SPDX-License-Identifier: MIT
// Runs the threads of a block as a loop from one barrier to the next, in kernels compiled for it
// (compiler/passes/thread_loops.hpp). Then no thread has its own stack; values that live across a barrier are in the
// thread's frame. A kernel with one barrier and a block of 256 threads:
//
//   frames = begin_parts(16)      256 frames of 16 bytes; null: run the threads as fibers
//   for t in 0..255: stop = part(arguments, 0, frames + 16 * t)      1: waits at the barrier
//   for t in 0..255: stop = part(arguments, 1, frames + 16 * t)      0: has ended
//
// Only threads that stop elsewhere than the first one are recorded.
#pragma once

#include <cstddef>

#include "devices/cpu/call_site.hpp"

namespace tileproof::cpu_engine {

// Called by the kernel for the first thread of a block. From then on all its threads count as started.
std::byte* begin_parts(std::size_t frame_bytes);
// This thread waits at another barrier (counted from 1; 0: it has ended) than the first one.
void stops_elsewhere(unsigned thread, unsigned barrier, unsigned barrier_of_first);
// Ends the block: its threads wait at different barriers, or some have ended, as recorded.
void parts_diverge(const call_site* barriers);

}  // namespace tileproof::cpu_engine
