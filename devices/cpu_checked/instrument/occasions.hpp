// SPDX-License-Identifier: MIT
// Tells apart the occasions of one barrier: the iterations of the loops around it and the calls that
// lead to it. All threads of a block must meet at the same one.
//
//   for (int i = 0; i < 2; ++i)
//       for (int j = 0; j < (threadIdx.x ? 3 - 2 * i : 1 + 2 * i); ++j) __syncthreads();
//
// Each thread comes to the barrier four times, but thread 0's second time is (1,0), thread 1's (0,1).
// Every loop with a barrier in it gets a counter, and every call that leads to a barrier becomes
//
//   %tp.old = call i64 @tileproof_checked_enter(i64 <the call>, i64 <the counters>)
//   call void @barrier()
//   call void @tileproof_checked_leave(i64 %tp.old)
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_checked {

class barrier_occasions {
  public:
    explicit barrier_occasions(const std::vector<std::string_view>& module);
    // Does this function come to a barrier?
    bool reaches(std::string_view define) const;
    // What is to be inserted in front of (and behind) lines of a body.
    struct insertions {
        std::map<std::size_t, std::string> before, behind;
    };
    insertions in(std::string_view define, const std::vector<std::string_view>& body) const;

  private:
    bool leads_to_barrier(std::string_view line) const;
    std::set<std::string, std::less<>> reaching_;
};

}  // namespace tileproof::cpu_checked
