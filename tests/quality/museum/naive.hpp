// SPDX-License-Identifier: MIT
// Three harnesses as kernels are tested elsewhere, each built honestly: the comparison of the museum.
//
//   squares    square multiples of 32 up to 256, packed, each type in turn, random data
//   uniform    each length drawn evenly from 1 to 256, packed, random data
//   bytes      lengths, type and data are what random bytes say, as a fuzzer without structure has them
//
// All compare the result with the reference, element by element, and see a crash or a hang. They get our
// exact reference and our error bounds, which is more than a fixed tolerance tells; what they do not have
// is what lies around the matrices, the order of threads, and thoughts about shapes.
#pragma once

#include "properties/property.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tileproof::museum {

enum class harness { squares, uniform, bytes };
inline constexpr harness all_harnesses[] = {harness::squares, harness::uniform, harness::bytes};
std::string name_of(harness);

// The seconds to the first case that shows the mistake; nothing when none does within the budget.
std::optional<double> naive_hunt(harness, const properties::property_list& one,
                                 const std::string& contract, std::uint64_t seed, double budget);

}  // namespace tileproof::museum
