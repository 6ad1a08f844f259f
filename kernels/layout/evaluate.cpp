// SPDX-License-Identifier: MIT
// The dynamic form inside a kernel: layouts and tile distributions as plain data.
#include "kernels/layout/layout.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

std::vector<evaluation_kernel> evaluations() {
    using enum evaluation;
    return {make_evaluation<evaluator<layout_offsets>>(
                "layout_offsets", "offsets of many layouts in one launch", layout_offsets),
            make_evaluation<evaluator<layout_moves>>(
                "layout_moves", "coordinates of many layouts, moved", layout_moves),
            make_evaluation<evaluator<tile_elements>>(
                "tile_elements", "(P, Y) to X of many tile distributions", tile_elements),
            make_evaluation<evaluator<tile_holders>>(
                "tile_holders", "X to (P, Y) of many tile distributions", tile_holders)};
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
