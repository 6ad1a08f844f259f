// Transpose through a tile in shared memory: reads and writes are both contiguous. Each row of the tile has
// one element of padding, so that the column that a wave reads lies in different banks.
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
    const long_index_t row_step = static_cast<long_index_t>(gridDim.y) * tile;
    bool used = false;  // all threads of a block agree on everything that decides about barriers
    for (long_index_t b = blockIdx.z; b < a.batch; b += gridDim.z)
        for (long_index_t first_row = static_cast<long_index_t>(blockIdx.y) * tile;
             first_row < a.rows; first_row += row_step) {
            if (used) __syncthreads();  // the tile before has been read
            used = true;
            if (first_row + y < a.rows && first_column + x < a.columns)
                elements[y][x] = in[b * a.input_batch_stride + (first_row + y) * a.input_leading +
                                    first_column + x];
            __syncthreads();
            if (first_column + y < a.columns && first_row + x < a.rows)
                out[b * a.output_batch_stride + (first_column + y) * a.output_leading + first_row +
                    x] = elements[x][y];
        }
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    const dim3 grid(blocks_for(p.columns, tile), blocks_for(p.rows, tile, most_blocks_y),
                    blocks_for(p.batch, 1, most_blocks_y));
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        hipLaunchKernelGGL(transpose_tiled<T>, grid, dim3(tile, tile), 0, on_stream(stream),
                           arguments_of(p), static_cast<const T*>(in), static_cast<T*>(out));
    });
    check_launch("transpose_tiled");
}

}  // namespace

transpose_kernel tiled_transpose() {
    return make_transpose("transpose_tiled",
                          "16 x 16 tiles through padded shared memory, one barrier", tile, run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
