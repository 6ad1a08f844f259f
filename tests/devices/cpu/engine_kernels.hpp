// SPDX-License-Identifier: MIT
// Small kernels that probe the engine, launched by name from tests that know nothing of HIP. Each
// function launches one kernel and leaves errors to take_error().
#pragma once

#include <cstdint>

#include "devices/cpu/index.hpp"

namespace tileproof::engine_kernels {

using cpu_engine::dim3;

// out[linear block * threads + linear thread] = its six indices, base 16, x of threadIdx lowest.
void write_indices(dim3 grid, dim3 block, std::uint32_t* out);
// Each block: every thread writes its number into shared memory, and reads its mirror's after the
// barrier.
void mirror_in_static_shared(unsigned blocks, unsigned threads, int* out);
// out[block * 64 + thread] = what shared memory held that nobody in the block has set; then all of it is set to `left`.
enum class shared_of { kernel, template_kernel };
void read_unset_shared(shared_of whose, unsigned blocks, unsigned left, unsigned* out);
void mirror_in_dynamic_shared(unsigned blocks, unsigned threads, int* out, unsigned shared_bytes);
void mirror_in_extern_shared(unsigned blocks, unsigned threads, int* out);
// Threads count up in turns, `rounds` barriers; out[thread] is the sum of what it saw.
void rotate(unsigned threads, int rounds, int* out);
// out[3 * thread + 0, 1, 2] = __syncthreads_count, _and, _or of in[thread].
void votes(unsigned threads, const int* in, int* out);
// The order in which threads ran, appended through a counter, before and after a barrier.
void record_order(unsigned blocks, unsigned threads, int* before, int* after, int* counters);

// Lane exchanges: out[thread] for each kind; width 0 stands for the whole wave.
enum class shuffle { index, up, down, xor_ };
void shuffle_lanes(shuffle kind, unsigned threads, int argument, int width, int* out);
// Shuffles a 24-byte value one lane down.
void shuffle_large(unsigned threads, int* out);
// out[thread] = sum over its wave, by shuffles down to lane 0 and back by a broadcast.
void wave_sum(unsigned threads, int* out);
void ballots(unsigned threads, const int* in, unsigned long long* out);
// Lanes below `limit` shuffle; the others end (or wait at the barrier behind when `stay`).
void partial_shuffle(unsigned threads, unsigned limit, bool stay, int* out);
// Lane l shuffles l % 3 + 1 times in a loop, then all meet in one more shuffle behind it.
void uneven_loop(unsigned threads, int* out);
// A shuffle with a mask that names lanes which have ended.
void masked_shuffle(unsigned threads, unsigned long long mask, unsigned limit, int* out);
// Each lane votes with the mask of its group of `width` lanes: out[7 * thread + 0 to 6] = any, all, ballot, the lanes with
// its value of in[thread], these again where all have it, the sum, and the value of its group's last lane.
void masked_votes(unsigned threads, unsigned width, const int* in, unsigned long long* out);
// The same of tiles of 16 lanes (cooperative groups): any, all, ballot, the sum.
void votes_in_tiles(unsigned threads, const int* in, unsigned long long* out);
// The last wave of a block of two hands a value to the first one, of which one lane, or each, waits for its flag.
enum class polling { one_lane, each_lane, by_adding_nothing };
void hand_over(polling how, int* out);
// Whether a grid of so many blocks is one whose blocks may wait for each other, in each block.
void grid_is_valid(unsigned blocks, bool cooperative, int* out);

// Every thread of every block adds to the same counters.
void atomics(unsigned blocks, unsigned threads, int* sums, float* floats, unsigned* wrapped);

// What must not hang: the threads below `limit` reach the barrier, the others return, or reach
// another one.
void barrier_for_some(unsigned blocks, unsigned threads, unsigned limit);
void two_barriers(unsigned threads, unsigned limit);
// This thread of the blocks from `block` on misses a barrier.
void leave_in(unsigned blocks, unsigned threads, unsigned block, unsigned thread);
// Threads from `first` on recurse `depth` deep, 256 bytes or more at a time.
void deep_stack(unsigned threads, unsigned first, int depth, int* out);

}  // namespace tileproof::engine_kernels
