// SPDX-License-Identifier: MIT
// Transpose through a tile in shared memory: reads and writes are both contiguous. Each row of the tile has one
// element of padding, so that the elements of a column, which a wave reads together, are in different banks.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int tile = 16, padding = 1;

template <class T>
__global__ void __launch_bounds__(tile* tile)
    transpose_tiled(transpose_arguments a, const T* in, T* out) {
    __shared__ T elements[tile][tile + padding];
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t first_column = static_cast<long_index_t>(blockIdx.x) * tile;
    const long_index_t first_row = static_cast<long_index_t>(blockIdx.y) * tile;
    const long_index_t matrix = blockIdx.z;
    if (first_row + y < a.rows && first_column + x < a.columns)
        elements[y][x] = in[matrix * a.input_batch_stride + (first_row + y) * a.input_leading +
                            first_column + x];
    __syncthreads();
    if (first_column + y < a.columns && first_row + x < a.rows)
        out[matrix * a.output_batch_stride + (first_column + y) * a.output_leading + first_row +
            x] = elements[x][y];
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        launch_in_parts<T>(p, {tile, tile, tile}, in, out,
                           [&](auto a, dim3 grid, const T* from, T* to) {
                               hipLaunchKernelGGL(transpose_tiled<T>, grid, dim3(tile, tile), 0,
                                                  on_stream(stream), a, from, to);
                               check_launch("transpose_tiled");
                           });
    });
}

}  // namespace

transpose_kernel tiled_transpose() {
    return make_transpose("transpose_tiled",
                          "16 x 16 tiles through padded shared memory, one barrier", run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
