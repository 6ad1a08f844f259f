// SPDX-License-Identifier: MIT
// A launch that runs only some of its blocks, for grids so large that running all would take hours.
//
//   grid 2^26 x 1 x 1;  sampling->begin(info);  sampling->next() == 0, 33554432, 67108863, nullopt
//
// The sampler decides what a sampled block must not do, and quietly ends a block that does; the launch does not fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "devices/cpu/observer.hpp"

namespace tileproof::cpu_engine {

class block_sampling {
  public:
    virtual ~block_sampling() = default;
    // A launch begins; next() then gives the linear indices of the blocks to run, in order.
    virtual void begin(const launch_info&) = 0;
    virtual std::optional<std::uint64_t> next() = 0;
    // The host is about to copy this many bytes, or to fill them (null `from`). Throws if that is impossible.
    virtual void host_moves(const void* to, const void* from, std::size_t bytes) = 0;
};
extern thread_local block_sampling*
    sampling;  // for launches of this host thread; null: all blocks run
// The running block is abandoned; set before its fibers are.
extern thread_local bool block_given_up;

// The contents of unwritten memory: drawn from the case's seed, so that a case depends on nothing but itself, in
// particular not on an earlier case or block.
//
//   fill_poison(shared, 4096, block_seed(7, 0));   // block 0 of a case with seed 7: the same each time

inline constexpr std::uint64_t mixed(std::uint64_t z) {  // splitmix64
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

inline constexpr std::uint64_t block_seed(std::uint64_t case_seed, std::uint64_t block) {
    return mixed(case_seed ^ mixed(block));
}

inline void fill_poison(void* at, std::size_t bytes, std::uint64_t seed) {
    auto* to = static_cast<std::byte*>(at);
    for (; bytes >= sizeof seed; bytes -= sizeof seed, to += sizeof seed)
        std::memcpy(to, &seed, sizeof seed);
    std::memcpy(to, &seed, bytes);
}

}  // namespace tileproof::cpu_engine
