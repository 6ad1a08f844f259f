// SPDX-License-Identifier: MIT
// The copies of the catalogue, and their choice of shape and vector length for a problem.
//
//   copy_registers     load a tile into registers, store it          the tutorial's 512 x 4 tile
//   copy_lds           the same, through shared memory to other threads
//   copy_elementwise   the same as registers, with a function of each element in between
//   copy_wide          registers, in a tile of 8 long rows: for matrices with many columns
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/catalogue.hpp"
#include "kernels/copy/tile_copy_kernel.hpp"
#include "kernels/launch.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

copy_kernel registers_copy();
copy_kernel lds_copy();
copy_kernel elementwise_copy();
copy_kernel wide_copy();

// A kernel for every problem that makes sense; `run` is called only for problems with at least one element.
copy_kernel make_copy(std::string name, std::string description,
                      void (*run)(const copy_problem&, const void*, void*, void*));

// Each block takes some rows. A launch covers as many as its grid can hold; further rows need further launches.
template <class Kernel, class T>
void launch_copy(const copy_problem& p, const void* in, void* out, void* stream) {
    constexpr long_index_t most_rows = most_blocks_x(Kernel::block_size) * Kernel::shape::block_m;
    for (long_index_t r = 0; r < p.rows; r += most_rows) {
        const tile_copy_arguments<T> arguments{static_cast<const T*>(in) + r * p.input_leading,
                                               static_cast<T*>(out) + r * p.output_leading,
                                               std::min(p.rows - r, most_rows),
                                               p.columns,
                                               p.input_leading,
                                               p.output_leading,
                                               p.wave};
        hipLaunchKernelGGL(tile_copy<Kernel>,
                           dim3(static_cast<unsigned>(Kernel::grid_size(arguments.rows))),
                           dim3(Kernel::block_size), 0, on_stream(stream), arguments);
        check_launch("tile_copy");
    }
}

// Uses vectors if the problem guarantees them and the offsets of one block fit in 32 bits; otherwise moves one
// element at a time with a 64-bit index (which needs less code: nothing is extended on the way).
template <class T, class Shape, copy_way Way>
void run_copy_of(const copy_problem& p, const void* in, void* out, void* stream) {
    constexpr int v = Shape::thread_n;
    constexpr std::uintptr_t alignment = v * sizeof(T) < 16 ? v * sizeof(T) : 16;
    const auto reaches = [](long_index_t leading) {  // past what a block and its last step touch
        return leading >
               (std::numeric_limits<index_t>::max() - 2 * Shape::block_n) / Shape::block_m;
    };
    const auto aligned = [](const void* pointer) {
        return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
    };
    const bool vectors = p.columns % v == 0 && p.input_leading % v == 0 &&
                         p.output_leading % v == 0 && aligned(in) && aligned(out);
    if (vectors && !reaches(p.input_leading) && !reaches(p.output_leading))
        launch_copy<tile_copy_kernel<tile_copy_problem<T, Shape, v>, Way>, T>(p, in, out, stream);
    else
        launch_copy<tile_copy_kernel<tile_copy_problem<T, Shape, 1, long_index_t>, Way>, T>(
            p, in, out, stream);
}

// Elements are moved as unsigned integers of their size. ShapeOf<bytes>: the shape for such elements.
template <template <int> class ShapeOf, copy_way Way>
void run_copy(const copy_problem& p, const void* in, void* out, void* stream) {
    switch (p.element_bytes) {
        case 1:
            return run_copy_of<std::uint8_t, ShapeOf<1>, Way>(p, in, out, stream);
        case 2:
            return run_copy_of<std::uint16_t, ShapeOf<2>, Way>(p, in, out, stream);
        case 4:
            return run_copy_of<std::uint32_t, ShapeOf<4>, Way>(p, in, out, stream);
        case 8:
            return run_copy_of<std::uint64_t, ShapeOf<8>, Way>(p, in, out, stream);
    }
}

template <int>
using narrow_shape_of = narrow_copy_shape;
template <int Bytes>
using wide_shape_of = wide_copy_shape<16 / Bytes>;

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
