// SPDX-License-Identifier: MIT
// Tentative barriers: a device that watches accesses acts as if __syncthreads() preceded these lines, to find out
// whether a race goes away.
//
//   tried_barriers::file = "my.hip", tried_barriers::lines = {18};    // in the child process that runs a failing case again
//   ...                                                               // threads meet before their first access in line 18
//
// All threads of the block that can reach the line wait for each other; those that have ended or wait at a real
// barrier are not waited for. So a barrier before `if (t < 8) a[t] += a[t + 8];` can be tried, too; `least` tells how
// few came.
#pragma once

#include <string>
#include <vector>

namespace tileproof::devices {

// How many of a block's threads met in front of a line.
struct tried_meeting {
    unsigned line = 0, threads = 0, of = 0;
    bool of_all() const { return threads == of; }
};

struct tried_barriers {
    inline static std::string file;
    inline static std::vector<unsigned> lines;  // empty: none are tried
    inline static tried_meeting least;          // the smallest one so far
};

}  // namespace tileproof::devices
