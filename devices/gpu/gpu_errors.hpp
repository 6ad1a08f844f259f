// SPDX-License-Identifier: MIT
// Goes before a user's kernel file that is compiled for a GPU (compile_gpu.hpp). What a launch of the file did
// wrong is asked of the file: on cuda it has a runtime of its own.
//
//   tileproof_launch_error()     "invalid configuration argument"; null when nothing failed since the last call
#pragma once

#include <hip/hip_runtime.h>

extern "C" __attribute__((visibility("default"), used, weak)) const char* tileproof_launch_error() {
    const hipError_t error = hipGetLastError();
    return error == hipSuccess ? nullptr : hipGetErrorString(error);
}
