// SPDX-License-Identifier: MIT
// Whether a kernel has stored to memory, though what lies there looks as if nobody had: asked of a device that watches accesses.
//
//   device.mark_unwritten(out, 4);           // it holds poison
//   ...                                      // a kernel stores just these four bytes
//   known_stores::reached(out, 4)            true
#pragma once

#include <cstddef>

namespace tileproof::kernels {

struct known_stores {
    // One of these bytes, since they were marked as unwritten. Null: no device is there that knows.
    inline static bool (*reached)(const void* data, std::size_t bytes) = nullptr;
};

}  // namespace tileproof::kernels
