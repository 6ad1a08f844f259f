// SPDX-License-Identifier: MIT
// A barrier in the source between the two lines of a race: then the race goes around a loop.
//
//   28   for (int k = 0; k < n; ++k) {
//   30     tile[t] = in[i];      the next round writes
//   35     __syncthreads();      what barrier_between("k.hip", 30, 40) finds
//   40     sum += tile[u];       what this round still reads
#pragma once

#include <optional>
#include <string>

namespace tileproof::properties {

// Its line. Only one that all threads pass that come to both lines, as far as indents show: a statement no deeper than
// either, and in a loop. Nothing where there is none, or the file cannot be read.
std::optional<unsigned> barrier_between(const std::string& file, unsigned first, unsigned last);

}  // namespace tileproof::properties
