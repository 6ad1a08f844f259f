// SPDX-License-Identifier: MIT
// Which accesses are ordered: the part of HIP's memory model (LLVM's for AMDGPU) that the checked
// device judges by.
//
//   block 0, thread 0                       block 1, thread 0
//   data = 7;                               while (atomicAdd(&flag, 0) == 0) {}
//   __threadfence();                        __threadfence();
//   atomicExch(&flag, 1);                   use(data);                        ordered: no race
//
// Modelled:
// - Launches of one stream are ordered, those of two where an event, the default stream or the host orders them
//   (stream_order.hpp). Blocks of a launch are not.
// - __syncthreads() orders all that the threads of a block have done (release and acquire of block
//   scope). __syncwarp() orders the lanes that meet there. Shuffles, votes, ballots and matrix
//   instructions order nothing: they exchange registers.
// - An atomic that publishes and one that reads it order two threads when the first is a release, or
//   follows a releasing fence, and the second is an acquire, or is followed by an acquiring fence.
//   Relaxed atomics alone (HIP's atomicAdd) order nothing.
// - Every fence and atomic has a scope: thread, wave, block, device, system. Both sides must reach the
//   other thread: __threadfence_block(), atomicAdd_block() and what is __HIP_MEMORY_SCOPE_WORKGROUP
//   publish to their own block only. Two atomics of the same bytes, one of them of block scope, in two
//   blocks, are a race; likewise of wave scope in two waves, and of thread scope in two threads.
// - Atomics of the same bytes are never a race with each other (scopes aside). A plain access and an
//   atomic one are, unless ordered.
// - Coherence of one location: a plain write after one's own atomic on it comes after all atomics
//   that came before that one. So the last block may reset its counter (`count = 0`).
// - A volatile access of device memory counts as a relaxed atomic of system scope, as the hardware
//   does it. In shared memory it is a plain access: nothing else keeps lanes of a wave in step.
// - A block that has seen by an atomic that another one published (data; fence; atomic), and reads the
//   data without a fence of its own between, is told as an unfenced read, a kind of its own. Reductions
//   in one launch are often written so ("the last block sums up"). It is a race in this model and on
//   hardware: nothing keeps the read from being answered by a cache near the block, which may have got
//   the line for a neighbouring element before (L1 on AMD's and NVIDIA's GPUs; the acquire is what
//   invalidates it). CUDA's programming guide declares the data volatile in this example, which is
//   taken here, and PyTorch's reduction got a second __threadfence() there.
// - A relaxed or volatile load may get an older value than the one that was stored, where nothing orders the two
//   (older_values.cpp). No race, but a result that depends on it is wrong now and then.
// - A plain read whose value an atomicCAS of the same thread at the same address checks is no race.
//
// Left out: sequential consistency over several locations (all orders beyond acquire and release
// count as both), release sequences through other threads' stores, the system scope apart from the
// device's, and data dependences. Where what was published is published on, the narrower of the two
// scopes is not asked for: device, then block, reaches the block.
#pragma once

#include "devices/cpu/scope.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::memory_scope;

// An atomic operation's or a fence's order, from the compiler's numbers (C ABI).
struct memory_order_of {
    bool acquires, releases;
};
inline constexpr memory_order_of order_of(int number) {
    return {number == 1 || number == 2 || number >= 4, number >= 3};
}

}  // namespace tileproof::cpu_checked
