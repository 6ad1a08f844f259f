// SPDX-License-Identifier: MIT
// What a device offers besides its kernels, for timing them and for checking large results where they are.
//
//   const device_tools& tools = d.kernels().tools;
//   double s = tools.seconds_per_call([&](void* stream) { k.start(p, in, out, stream); }, 20, 9);
//
// Elements generated here are a function of their number alone (Philox, keyed by the seed: philox.hpp), so a
// check recomputes what must be where, and only a verdict comes back.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <functional>

#include "kernels/tools/philox.hpp"

namespace tileproof::kernels {

struct transpose_problem;

// What a check on the device found.
struct element_mismatches {
    std::uint64_t wrong = 0;                  // elements that differ
    std::uint64_t first = ~std::uint64_t{0};  // lowest number of one, counted in the packed output
};

struct device_tools {
    // Median over `rounds` of the time of one call, in seconds. On GPUs `calls` calls are captured in a graph
    // that is replayed between two events, so that launches do not hide a short kernel.
    std::function<double(const std::function<void(void* stream)>& work, int calls, int rounds)>
        seconds_per_call;
    // Copies bytes in 16-byte vectors, one a thread: the yardstick. Both pointers 16-byte aligned.
    std::function<void(const void* in, void* out, std::size_t bytes, void* stream)> plain_copy;
    // Writes elements 0 .. count - 1 of philox_element(), each element_bytes wide.
    std::function<void(void* to, std::uint64_t count, int element_bytes, std::uint64_t seed,
                       void* stream)>
        generate;
    // Is `out` the transpose of generated input? Packed matrices. Waits for the device.
    std::function<element_mismatches(const transpose_problem&, const void* out, std::uint64_t seed)>
        check_transposed;
};

}  // namespace tileproof::kernels
