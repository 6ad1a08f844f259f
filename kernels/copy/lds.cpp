// SPDX-License-Identifier: MIT
// Copy through shared memory, in the tutorial's tile.
#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel lds_copy() {
    return make_copy(
        "copy_lds",
        "tiles of 512 x 4 through shared memory, written by one thread and read by another",
        run_copy<narrow_shape_of, copy_way::lds>);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
