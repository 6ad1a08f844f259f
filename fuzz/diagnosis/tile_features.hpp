// SPDX-License-Identifier: MIT
// What can be said about a tile distribution: lengths by number, and how its dims are made of them.
//
//   tile R=[2] H=[[2,3],[4]] P=[[0,1;0,0],[1;1]] Y=[2;0]
//     r0 2, replicas 2, H0.0 2, H0.1 3, H1.0 4, X0 6, X1 4, p0 4, p1 3, y0 4, last y 4, threads 12, registers 4,
//     parts of a P dim 2: the most lengths above 1 that one of them is merged of, replication counted once
#pragma once

#include "fuzz/diagnosis/features.hpp"

#include <cstdint>
#include <string>

namespace tileproof::diagnosis {

// Nothing is added of what is no tile.
void add_tile(const std::string& text, case_features& to);

// The tile with some of its lengths changed, to powers of two and numbers beside them.
std::string tile_with_other_lengths(const std::string& text, std::uint64_t& state);

}  // namespace tileproof::diagnosis
