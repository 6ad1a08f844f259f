// SPDX-License-Identifier: MIT
// Shared by the transposes: their arguments on the device, and the choice of the element type.
#pragma once

#include <cstdint>

#include "kernels/catalogue.hpp"
#include "kernels/launch.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

// Arguments of a launch. Index arithmetic is 64-bit throughout: rows * leading may exceed 2^31.
struct transpose_arguments {
    long_index_t rows, columns;
    long_index_t input_leading, output_leading;
    long_index_t input_batch_stride, output_batch_stride;
};

// Calls f with an unsigned integer of the element's size, because elements are moved as bits.
void with_element_type(int element_bytes, auto f) {
    switch (element_bytes) {
        case 1:
            f(std::uint8_t{});
            break;
        case 2:
            f(std::uint16_t{});
            break;
        case 4:
            f(std::uint32_t{});
            break;
        case 8:
            f(std::uint64_t{});
            break;
    }
}

// The tile of one block: rows and columns of the input, and the block's threads in x.
struct tile_shape {
    int rows, columns, threads_x;
};

// Calls launch(arguments, grid, in, out) as often as needed to cover all tiles of all matrices: a grid is limited in
// columns of tiles (x), to 65535 rows of tiles (y), and in matrices (z).
template <class T, class F>
void launch_in_parts(const transpose_problem& p, tile_shape tile, const void* in, void* out,
                     F launch) {
    const long_index_t most_rows = most_blocks_y * tile.rows,
                       most_columns = most_blocks_x(tile.threads_x) * tile.columns;
    for (long_index_t b = 0; b < p.batch; b += most_blocks_y)
        for (long_index_t r = 0; r < p.rows; r += most_rows)
            for (long_index_t c = 0; c < p.columns; c += most_columns) {
                const transpose_arguments a{std::min(p.rows - r, most_rows),
                                            std::min(p.columns - c, most_columns),
                                            p.input_leading,
                                            p.output_leading,
                                            p.input_batch_stride,
                                            p.output_batch_stride};
                launch(
                    a,
                    dim3(blocks_for(a.columns, tile.columns), blocks_for(a.rows, tile.rows),
                         static_cast<unsigned>(std::min(p.batch - b, most_blocks_y))),
                    static_cast<const T*>(in) + b * p.input_batch_stride + r * p.input_leading + c,
                    static_cast<T*>(out) + b * p.output_batch_stride + c * p.output_leading + r);
            }
}

// A kernel for every problem that makes sense; `run` is called only for problems with at least one element.
transpose_kernel make_transpose(std::string name, std::string description,
                                void (*run)(const transpose_problem&, const void* in, void* out,
                                            void* stream));

transpose_kernel read_contiguous_transpose();
transpose_kernel write_contiguous_transpose();
transpose_kernel tiled_transpose();
transpose_kernel register_transpose();
transpose_kernel best_transpose();
transpose_kernel vector_transpose();
transpose_kernel gather_transpose();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
