// SPDX-License-Identifier: MIT
// The sentence about a barrier that only some threads of a block reach.
#pragma once

#include <string>
#include <vector>

#include "devices/cpu/observer.hpp"

namespace tileproof::cpu_engine {

std::string text(uint3);  // "(1,0,2)"
// "sum.hip:12"; with its column, "sum.hip:12:9 (barrier 3 of the file)", for lines with several.
std::string text(const call_site&, bool with_column = false);

// "Divergent barrier in block (0,0,0) of reduce: of 64 threads 16 wait at sum.hip:12
// [(0,0,0)-(15,0,0)] and 48 have ended [(16,0,0)-(63,0,0)]. Every thread of a block must reach the
// same barrier, ..."
std::string divergence_sentence(const launch_info&, uint3 block, std::vector<waiting_thread>);

}  // namespace tileproof::cpu_engine
