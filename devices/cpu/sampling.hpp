// SPDX-License-Identifier: MIT
// A launch that runs only some of its blocks, for grids so large that running all would take hours.
//
//   grid 2^26 x 1 x 1;  sampling->begin(info);  sampling->next() == 0, 33554432, 67108863, nullopt
//
// The sampler decides what a sampled block must not do, and quietly ends a block that does; the launch does not fail.
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace tileproof::cpu_engine
