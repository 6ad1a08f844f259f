// SPDX-License-Identifier: MIT
// A launch of which only some blocks run: for grids whose every block would take hours.
//
//   grid 2^26 x 1 x 1;  sampling->begin(info);  sampling->next() == 0, 33554432, 67108863, nothing
//
// Who samples says what a kernel must not do then, and ends its block quietly: that is no failure of the launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "devices/cpu/observer.hpp"

namespace tileproof::cpu_engine {

class block_sampling {
  public:
    virtual ~block_sampling() = default;
    // A launch begins; then the linear indices of its blocks that are to run, in the order in which they do.
    virtual void begin(const launch_info&) = 0;
    virtual std::optional<std::uint64_t> next() = 0;
    // The host is about to copy so many bytes, or to fill them (from: null). Throws where that cannot be done.
    virtual void host_moves(const void* to, const void* from, std::size_t bytes) = 0;
};
extern thread_local block_sampling*
    sampling;  // of the launches of this host thread; null: all blocks run
// The block that runs is left in the middle: set before its fibers are abandoned.
extern thread_local bool block_given_up;

}  // namespace tileproof::cpu_engine
