// SPDX-License-Identifier: MIT
// The type that a contract uses for the elements of a kernel's pointer.
//
//   int        std::int32_t
//   float4     float, 4 lanes, and a cast between the two
//   particle   std::uint8_t, as many lanes as it has bytes, with a cast
#pragma once

#include <cstdint>
#include <string>

#include "compiler/extract/launch_record.hpp"

namespace tileproof::user {

struct contract_type {
    std::string type;
    std::uint64_t lanes = 1;  // this many make one element
    bool cast = false;
};

contract_type contract_type_of(const recorded_argument& pointer);

}  // namespace tileproof::user
