// SPDX-License-Identifier: MIT
// What every kernel source needs on its host side; the same text for every device.
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

// The default stream is the calling thread's own: threads that launch beside each other do not wait for each other.
inline hipStream_t on_stream(void* stream) {
    return stream ? static_cast<hipStream_t>(stream) : hipStreamPerThread;
}

inline void check_launch(const char* kernel) {
    const hipError_t error = hipGetLastError();
    if (error != hipSuccess)
        throw device_error(std::string(kernel) + " could not run: " + hipGetErrorString(error));
}

// A grid's y and z extents go up to 65535 on every device, x up to 2^31 - 1; and HIP counts the threads of each
// dimension in 32 bits, so that blocks of 256 in x are at most 2^24 - 1. What needs more is launched in parts.
inline constexpr long_index_t most_blocks_y = 65535;
constexpr long_index_t most_blocks_x(int threads_x) {
    return std::min<long_index_t>(0x7fffffff, 0xffffffff / threads_x);
}

// How many blocks of `size` cover `length`.
inline unsigned blocks_for(long_index_t length, int size) {
    return static_cast<unsigned>((length + size - 1) / size);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
