// SPDX-License-Identifier: MIT
// Inputs near those of a corpus, for builds without libFuzzer: a deterministic stand-in for its mutations.
//
//   mutated({"verify\n--jobs\n2", "fuzz"}, 7)    "verify\n--jobs\nfuz2", for instance
//
// Bytes are changed, put in and taken out, runs of them are doubled, and pieces of the other inputs are put
// in. The same inputs and the same seed give the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tileproof::fuzz {

// Requires at least one input. At most 4096 bytes longer than the one that it starts from.
std::string mutated(const std::vector<std::string>& corpus, std::uint64_t seed);

}  // namespace tileproof::fuzz
