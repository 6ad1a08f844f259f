// SPDX-License-Identifier: MIT
// make_tile_window as in CK Tile, inside a kernel: it asks the hardware which thread is calling.
//
//   auto w = make_tile_window(view, lengths, origin, distribution);
//
// Equivalent to passing distribution.get_partition_index(threadIdx.x). The block is one row of threads, warp by warp;
// a warp has as many lanes as the distribution says, so a tile of 64 lanes also runs on hardware with waves of 32.
#pragma once

#include <hip/hip_runtime.h>

#include <tileproof/tile/tile_window.hpp>

namespace tileproof::kernels::TILEPROOF_DEVICE {

using tileproof::make_tile_window;

template <class View, class Lengths, class Origin, class Distribution>
__device__ auto make_tile_window(const View& view, const Lengths& lengths, const Origin& origin,
                                 Distribution distribution) {
    return tileproof::make_tile_window(
        view, lengths, origin, distribution,
        Distribution::get_partition_index(static_cast<index_t>(threadIdx.x)));
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
