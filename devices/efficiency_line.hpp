// SPDX-License-Identifier: MIT
// How well the accesses of one line of a kernel suit the memory of a GPU (cpu_checked/efficiency.hpp counts them).
#pragma once

#include <cstdint>
#include <string>

namespace tileproof::devices {

struct efficiency_line {
    std::string kernel, file, function;
    unsigned line = 0;
    bool shared = false, write = false;
    std::uint64_t requests = 0;  // of waves
    std::uint64_t lanes = 0;     // accesses in them
    std::uint64_t steps = 0;     // segments of 64 bytes, or passes over the banks
    std::uint64_t fewest = 0;    // that the same bytes could need

    double per_request(std::uint64_t count) const {
        return requests ? static_cast<double>(count) / static_cast<double>(requests) : 0;
    }
};

}  // namespace tileproof::devices
