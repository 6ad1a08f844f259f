// SPDX-License-Identifier: MIT
// Which accesses are ordered: the part of HIP's memory model (LLVM's for AMDGPU) that the checked device implements.
//
//   block 0, thread 0                       block 1, thread 0
//   data = 7;                               while (atomicAdd(&flag, 0) == 0) {}
//   __threadfence();                        __threadfence();
//   atomicExch(&flag, 1);                   use(data);                        ordered: no race
//
// Modelled:
// - Launches of one stream are ordered; launches of two streams are ordered by an event, the default stream or the host
//   (stream_order.hpp). Blocks of a launch are not.
// - __syncthreads() orders all earlier accesses of the block's threads (release and acquire of block scope). __syncwarp()
//   orders the lanes that meet there. Shuffles, votes, ballots and matrix instructions order nothing: they exchange
//   registers.
// - An atomic that publishes and one that reads it order two threads if the first is a release, or follows a releasing
//   fence, and the second is an acquire, or is followed by an acquiring fence. Relaxed atomics by themselves (HIP's
//   atomicAdd) order nothing.
// - Every fence and atomic has a scope: thread, wave, block, device, system. Both sides must reach the other thread:
//   __threadfence_block(), atomicAdd_block() and operations with __HIP_MEMORY_SCOPE_WORKGROUP publish to their own block
//   only. Two atomics on the same bytes in two blocks are a race if one of them has block scope; likewise wave scope in two
//   waves, and thread scope in two threads.
// - Atomics on the same bytes never race with each other (scopes aside). A plain access and an atomic one do, unless
//   ordered.
// - Coherence of one location: a plain write after the thread's own atomic on it comes after all atomics that came before
//   that one. So the last block may reset its counter (`count = 0`).
// - A volatile access of device memory counts as a relaxed atomic of system scope, as in hardware. In shared memory it is a
//   plain access, because nothing else keeps the lanes of a wave in step.
// - If a block has seen through an atomic that another block published data (data; fence; atomic), and reads the data
//   without its own fence between, that is reported as an unfenced read, a separate kind. Reductions in one launch are often
//   written like this ("the last block sums up"). It is a race in this model and in hardware: the read may be answered by a
//   cache near the block that fetched the line earlier for a neighbouring element (L1 on AMD's and NVIDIA's GPUs; the
//   acquire is what invalidates it). CUDA's programming guide declares the data volatile in this example, which is accepted
//   here, and PyTorch's reduction got a second __threadfence() there.
// - A relaxed or volatile load may return an older value than the stored one if nothing orders the two
//   (older_values.cpp). That is not a race, but a result that depends on it is sometimes wrong.
// - A plain read is no race if an atomicCAS of the same thread at the same address validates its value.
//
// Not modelled: sequential consistency over several locations (all orders stronger than acquire and release count as
// both), release sequences through other threads' stores, the system scope as distinct from the device's, and data
// dependences. If published data is published again, the narrower of the two scopes is not required: device, then
// block, reaches the block.
#pragma once

#include "devices/cpu/scope.hpp"

namespace tileproof::cpu_checked {

using cpu_engine::memory_scope;

// The order of an atomic operation or fence, from the compiler's numbers (C ABI).
struct memory_order_of {
    bool acquires, releases;
};
inline constexpr memory_order_of order_of(int number) {
    return {number == 1 || number == 2 || number >= 4, number >= 3};
}

}  // namespace tileproof::cpu_checked
