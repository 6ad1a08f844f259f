// SPDX-License-Identifier: MIT
// Barriers that the source does not have: a device that watches accesses acts as if __syncthreads() stood in front of these
// lines, to find out whether a race goes away.
//
//   tried_barriers::file = "my.hip", tried_barriers::lines = {18};    // in the child process that runs a failing case again
//   ...                                                               // threads meet before their first access in line 18
//
// All threads of the block that can come there wait for each other; those that have ended, or wait at a barrier of the
// source, are not waited for. So a barrier in front of `if (t < 8) a[t] += a[t + 8];` is tried, too.
#pragma once

#include <string>
#include <vector>

namespace tileproof::kernels {

struct tried_barriers {
    inline static std::string file;
    inline static std::vector<unsigned> lines;  // none: none are tried
};

}  // namespace tileproof::kernels
