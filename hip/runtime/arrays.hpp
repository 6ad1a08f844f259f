// SPDX-License-Identifier: MIT
// Arrays of texels, row after row, slice after slice.
//
//   float2 texels, 100 x 20: element() is 8, pitch() is 800, a slice has 16,000 bytes
#pragma once

#include <vector>

#include "hip/runtime/call.hpp"

struct hipArray {
    char* data;
    hipChannelFormatDesc desc;
    std::size_t width, height, depth;
    unsigned flags;
    bool of_mipmap;  // which frees it
    std::size_t element() const {
        return static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
    }
    std::size_t rows() const { return height ? height : 1; }
    std::size_t slices() const { return depth ? depth : 1; }
    std::size_t pitch() const { return width * element(); }
    std::size_t bytes() const {
        return tileproof::hip::product({width, element(), rows(), slices()});
    }
};

namespace tileproof::hip {

bool is_array(hipArray_const_t);

// A box of bytes in memory: rows that are a pitch apart, slices that are `slice` apart.
struct box {
    char* at;
    std::size_t pitch, slice;
};
box box_of(const hipArray&, std::size_t x_bytes, std::size_t y, std::size_t z);
box box_of(const hipPitchedPtr&, std::size_t x_bytes, std::size_t y, std::size_t z);
hipError_t copy_box(const api_call&, box to, box from, std::size_t width_bytes, std::size_t height,
                    std::size_t depth, bool only_checked = false);
// What hipMemcpy3D would do. Only checked: the error that it would give.
hipError_t copy_3d(const api_call&, const hipMemcpy3DParms&, bool only_checked = false);
hipError_t copy_3d(const api_call&, const HIP_MEMCPY3D&, bool only_checked = false);

}  // namespace tileproof::hip
