// SPDX-License-Identifier: MIT
// How well the accesses of a kernel suit the memory of a GPU, line by line: a report, not a verdict.
//
// The accesses of some blocks are logged (checked_launch.cpp decides which). The n-th accesses of a wave's lanes at
// one place form a request:
// - device memory: the number of 64-byte segments that a request touches, against the fewest that
//   could hold its bytes. 32 lanes that read neighbouring floats: 2 of 2; a column of a wide matrix:
//   32 of 2.
// - shared memory: 32 banks of 4 bytes. Lanes that use one bank for different words wait for each
//   other; the same word is given to all. 8-byte accesses are served 16 lanes at a time, 16-byte
//   accesses 8. A request of 32 lanes to tile[lane][0] of float tile[32][32]: 32 passes of 1; of
//   tile[32][33]: 1 of 1.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "devices/cpu_checked/module.hpp"
#include "devices/efficiency_line.hpp"

namespace tileproof::cpu_checked {

// One access of a block whose accesses are logged.
struct logged_access {
    const site* at;
    std::uintptr_t address;
    std::uint32_t thread;
    std::uint16_t bytes;
    bool write, shared;
};

using devices::efficiency_line;

// 64-byte segments that [address, + bytes) of all lanes touch, and the fewest that could hold them.
struct step_count {
    std::uint64_t steps = 0, fewest = 0;
};
step_count global_segments(std::span<const logged_access>);
step_count bank_passes(std::span<const logged_access>);

class efficiency_check {
  public:
    void launch_begin(const char* kernel) { kernel_ = kernel; }
    // All accesses of a block, in the order in which they were made; of some blocks only.
    void logged(std::span<const logged_access>, unsigned wave_size);
    std::vector<efficiency_line> take();

  private:
    std::string kernel_;
    std::map<std::tuple<std::string, std::string, unsigned, bool, bool>, efficiency_line> lines_;
};

}  // namespace tileproof::cpu_checked
