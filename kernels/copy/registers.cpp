// SPDX-License-Identifier: MIT
// Copy through registers, in the tutorial's tile.
#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel registers_copy() {
    return make_copy("copy_registers", "tiles of 512 x 4 through registers",
                     run_copy<narrow_shape_of, copy_way::registers>);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
