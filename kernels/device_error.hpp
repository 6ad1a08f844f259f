// SPDX-License-Identifier: MIT
// Thrown when a device or a kernel on it fails: one sentence that says what failed and why.
//
//   throw device_error("transpose_tiled could not run: invalid configuration argument");
#pragma once

#include <stdexcept>

namespace tileproof::kernels {

class device_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace tileproof::kernels
