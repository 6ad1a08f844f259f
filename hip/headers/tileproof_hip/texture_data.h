// SPDX-License-Identifier: MIT
// What a texture or surface object points to: written by the host (hip/runtime/arrays.cpp), read by kernels (textures.h).
#pragma once

#include "tileproof_hip/api_types.h"

struct __hip_texture_level {
    const char* data;
    size_t pitch, width, height, depth;
};
struct __hip_texture {
    hipResourceDesc resource;
    hipTextureDesc how;
    hipChannelFormatDesc channels;
    unsigned levels;                // those of a mipmap, else one
    __hip_texture_level level[16];  // each half as wide as the one before
};
