// SPDX-License-Identifier: MIT
// Cooperative launches: blocks that wait for each other, at grid.sync().
//
// A launch that nobody watches runs each block on a thread of the system. One that is watched runs them on the launching
// thread, in turns. With 3 blocks and one grid.sync():
//
//   block 0 ..waits   block 1 ..waits   block 2 ..waits   block 0 ..ends   block 1 ..ends   block 2 ..ends
//
// so that two runs of one case are the same, and an observer hears where all that was done is ordered before all that
// comes. Blocks that wait for each other in another way (a counter of their own) never get on there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "devices/cpu/runner.hpp"

namespace tileproof::cpu_engine {

// Has this host thread asked for a cooperative launch (cooperative_scope of hip_state.hpp)?
bool blocks_wait_for_each_other();

// Calls `run_one_block` on so many threads of the system at once, one for each block.
void run_at_once(std::uint64_t blocks, const std::function<void()>& run_one_block);

// A runner for each block; they are this thread's, and stay for its next cooperative launch. While one of these lives, a
// block that waits for the grid is left.
class blocks_in_turns {
  public:
    explicit blocks_in_turns(std::uint64_t blocks);
    ~blocks_in_turns();
    blocks_in_turns(const blocks_in_turns&) = delete;
    blocks_in_turns& operator=(const blocks_in_turns&) = delete;

    block_runner& operator[](std::uint64_t block) const;
    bool some_wait() const;
    // Some wait for the grid: if others have ended, a sentence about it, which `watch` is told.
    std::string refusal(const launch_info&, observer* watch) const;

  private:
    const std::uint64_t blocks_;
};

}  // namespace tileproof::cpu_engine
