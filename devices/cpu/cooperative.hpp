// SPDX-License-Identifier: MIT
// Cooperative launches: blocks that wait for each other, at grid.sync().
//
// Without an observer each block runs on its own operating-system thread. With an observer the blocks run in turn on
// the launching thread. With 3 blocks and one grid.sync():
//
//   block 0 ..waits   block 1 ..waits   block 2 ..waits   block 0 ..ends   block 1 ..ends   block 2 ..ends
//
// So two runs of a case are the same, and the observer knows when everything done so far is ordered before everything
// to come. Blocks that wait for each other in another way (with their own counter) never get on in this mode.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "devices/cpu/runner.hpp"

namespace tileproof::cpu_engine {

// Whether this host thread has requested a cooperative launch (cooperative_scope of hip_state.hpp).
bool blocks_wait_for_each_other();

// Calls `run_one_block` on one operating-system thread per block, all at once.
void run_at_once(std::uint64_t blocks, const std::function<void()>& run_one_block);

// One runner per block; they belong to this thread and are kept for its next cooperative launch. While one of these
// exists, a block that waits for the grid is suspended.
class blocks_in_turns {
  public:
    explicit blocks_in_turns(std::uint64_t blocks);
    ~blocks_in_turns();
    blocks_in_turns(const blocks_in_turns&) = delete;
    blocks_in_turns& operator=(const blocks_in_turns&) = delete;

    block_runner& operator[](std::uint64_t block) const;
    bool some_wait() const;
    // Called if some blocks wait for the grid: if others have ended, returns a sentence about it, which `watch` is
    // told.
    std::string refusal(const launch_info&, observer* watch) const;

  private:
    const std::uint64_t blocks_;
};

}  // namespace tileproof::cpu_engine
