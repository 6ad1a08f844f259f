// SPDX-License-Identifier: MIT
// Host-side helpers of every kernel source; the same text for every device.
//
//   hipLaunchKernelGGL(copy<float>, dim3(blocks_for(columns, 32)), dim3(32, 8), 0,
//                      on_stream(stream), ...);
//   check_launch("copy");            // throws device_error when the launch was refused or failed
#pragma once

#include <hip/hip_runtime.h>
#include <tileproof/config.hpp>

#include <algorithm>
#include <string>

#include "kernels/device_error.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

// The default stream is the calling thread's own, so threads that launch at the same time do not wait for each other.
inline hipStream_t on_stream(void* stream) {
    return stream ? static_cast<hipStream_t>(stream) : hipStreamPerThread;
}

inline void check_launch(const char* kernel) {
    const hipError_t error = hipGetLastError();
    if (error != hipSuccess)
        throw device_error(std::string(kernel) + " could not run: " + hipGetErrorString(error));
}

// A grid has up to 65535 blocks in y and z on every device, and 2^31 - 1 in x. HIP also counts the threads of each
// dimension in 32 bits, so a grid of blocks with 256 threads in x has at most 2^24 - 1 of them. Larger problems are
// launched in parts.
inline constexpr long_index_t most_blocks_y = 65535;
constexpr long_index_t most_blocks_x(int threads_x) {
    return std::min<long_index_t>(0x7fffffff, 0xffffffff / threads_x);
}

// How many blocks of `size` cover `length`.
inline unsigned blocks_for(long_index_t length, int size) {
    return static_cast<unsigned>((length + size - 1) / size);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
