// SPDX-License-Identifier: MIT
// Copy through a function of each element, in the tutorial's tile.
#include "kernels/copy/copy.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel elementwise_copy() {
    return make_copy("copy_elementwise",
                     "tiles of 512 x 4 through registers, a function of each element in between",
                     run_copy<narrow_shape_of, copy_way::elementwise>);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
