// SPDX-License-Identifier: MIT
// A device's other functions: timing kernels, and checking large results on the device.
//
//   const device_tools& tools = d.kernels().tools;
//   double s = tools.seconds_per_call([&](void* stream) { k.start(p, in, out, stream); }, 20, 9);
//
// A generated element depends only on its number (Philox, keyed by the seed: philox.hpp), so a check can recompute
// the expected contents, and only its verdict is copied back.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <functional>

#include "kernels/tools/philox.hpp"

namespace tileproof::kernels {

struct transpose_problem;

// The result of a check on the device.
struct element_mismatches {
    std::uint64_t wrong = 0;                  // elements that differ
    std::uint64_t first = ~std::uint64_t{0};  // lowest number of one, counted in the packed output
};

struct device_tools {
    // Median over `rounds` of the time of one call, in seconds. On GPUs `calls` calls are captured in a graph that is
    // replayed between two events, so that launch overhead does not hide a short kernel.
    std::function<double(const std::function<void(void* stream)>& work, int calls, int rounds)>
        seconds_per_call;
    // The yardstick: copies bytes in 16-byte vectors, one per thread. Both pointers are 16-byte aligned.
    std::function<void(const void* in, void* out, std::size_t bytes, void* stream)> plain_copy;
    // Writes elements 0 .. count - 1 of philox_element(), each element_bytes wide.
    std::function<void(void* to, std::uint64_t count, int element_bytes, std::uint64_t seed,
                       void* stream)>
        generate;
    // Checks whether `out` is the transpose of generated input. Packed matrices. Waits for the device.
    std::function<element_mismatches(const transpose_problem&, const void* out, std::uint64_t seed)>
        check_transposed;
};

// Of each device: tools.cpp, compiled for it. Not defined where the device was not built.
namespace cpu {
device_tools tools();
}
namespace cpu_checked {
device_tools tools();
}
namespace hip {
device_tools tools();
}
namespace cuda {
device_tools tools();
}

}  // namespace tileproof::kernels
