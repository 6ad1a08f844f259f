// Transpose whose reads are contiguous: neighbouring threads read neighbouring elements of a row and write
// them `output_leading` apart. The simplest kernel; its scattered writes cost it the bandwidth.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int block_x = 32, block_y = 8;

template <class T>
__global__ void __launch_bounds__(block_x* block_y)
    transpose_read_contiguous(transpose_arguments a, const T* in, T* out) {
    const long_index_t column = static_cast<long_index_t>(blockIdx.x) * block_x + threadIdx.x;
    if (column >= a.columns) return;
    for (long_index_t b = blockIdx.z; b < a.batch; b += gridDim.z)
        for (long_index_t row = static_cast<long_index_t>(blockIdx.y) * block_y + threadIdx.y;
             row < a.rows; row += static_cast<long_index_t>(gridDim.y) * block_y)
            out[b * a.output_batch_stride + column * a.output_leading + row] =
                in[b * a.input_batch_stride + row * a.input_leading + column];
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    const dim3 grid(blocks_for(p.columns, block_x), blocks_for(p.rows, block_y, most_blocks_y),
                    blocks_for(p.batch, 1, most_blocks_y));
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        hipLaunchKernelGGL(transpose_read_contiguous<T>, grid, dim3(block_x, block_y), 0,
                           on_stream(stream), arguments_of(p), static_cast<const T*>(in),
                           static_cast<T*>(out));
    });
    check_launch("transpose_read_contiguous");
}

}  // namespace

transpose_kernel read_contiguous_transpose() {
    return make_transpose("transpose_read_contiguous", "one element a thread, reads contiguous",
                          block_x, run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
