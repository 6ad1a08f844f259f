// SPDX-License-Identifier: MIT
// Precedes a user's kernel file that is compiled for a GPU (compile_gpu.hpp). The file itself reports the errors of
// its launches, because on cuda it has its own runtime.
//
//   tileproof_launch_error()     "invalid configuration argument"; null if nothing failed since the last call
#pragma once

#include <hip/hip_runtime.h>

extern "C" __attribute__((visibility("default"), used, weak)) const char* tileproof_launch_error() {
    const hipError_t error = hipGetLastError();
    return error == hipSuccess ? nullptr : hipGetErrorString(error);
}
