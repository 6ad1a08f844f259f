// Transpose whose writes are contiguous: neighbouring threads write neighbouring elements of an output row
// and read them `input_leading` apart. Caches forgive scattered reads more easily than scattered writes.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int block_x = 32, block_y = 8;  // x along the rows of the input, y along its columns

template <class T>
__global__ void __launch_bounds__(block_x* block_y)
    transpose_write_contiguous(transpose_arguments a, const T* in, T* out) {
    const long_index_t column = static_cast<long_index_t>(blockIdx.x) * block_y + threadIdx.y;
    if (column >= a.columns) return;
    for (long_index_t b = blockIdx.z; b < a.batch; b += gridDim.z)
        for (long_index_t row = static_cast<long_index_t>(blockIdx.y) * block_x + threadIdx.x;
             row < a.rows; row += static_cast<long_index_t>(gridDim.y) * block_x)
            out[b * a.output_batch_stride + column * a.output_leading + row] =
                in[b * a.input_batch_stride + row * a.input_leading + column];
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    const dim3 grid(blocks_for(p.columns, block_y), blocks_for(p.rows, block_x, most_blocks_y),
                    blocks_for(p.batch, 1, most_blocks_y));
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        hipLaunchKernelGGL(transpose_write_contiguous<T>, grid, dim3(block_x, block_y), 0,
                           on_stream(stream), arguments_of(p), static_cast<const T*>(in),
                           static_cast<T*>(out));
    });
    check_launch("transpose_write_contiguous");
}

}  // namespace

transpose_kernel write_contiguous_transpose() {
    return make_transpose("transpose_write_contiguous", "one element a thread, writes contiguous",
                          block_y, run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
