// SPDX-License-Identifier: MIT
// What a texture or surface object points to: written by the host (hip/runtime/arrays.cpp), read by kernels (textures.h).
#pragma once

#include "tileproof_hip/api_types.h"

struct __hip_texture {
    hipResourceDesc resource;
    hipTextureDesc how;
    const char* data;
    size_t pitch, width, height, depth;
    hipChannelFormatDesc channels;
};
