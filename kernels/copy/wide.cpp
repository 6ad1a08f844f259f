// SPDX-License-Identifier: MIT
// Copy through registers, in a tile of few long rows: neighbouring lanes touch neighbouring addresses.
#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel wide_copy() {
    return make_copy("copy_wide", "tiles of 8 rows of 64 vectors through registers",
                     run_copy<wide_shape_of, copy_way::registers>);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
