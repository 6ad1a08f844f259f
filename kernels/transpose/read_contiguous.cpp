// SPDX-License-Identifier: MIT
// Transpose with contiguous reads: neighbouring threads read neighbouring elements of a row and write them
// `output_leading` apart. The simplest kernel; its scattered writes cost bandwidth.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int block_x = 32, block_y = 16;

template <class T>
__global__ void __launch_bounds__(block_x* block_y)
    transpose_read_contiguous(transpose_arguments a, const T* in, T* out) {
    const long_index_t column = static_cast<long_index_t>(blockIdx.x) * block_x + threadIdx.x;
    const long_index_t row = static_cast<long_index_t>(blockIdx.y) * block_y + threadIdx.y;
    const long_index_t matrix = blockIdx.z;
    if (row < a.rows && column < a.columns)
        out[matrix * a.output_batch_stride + column * a.output_leading + row] =
            in[matrix * a.input_batch_stride + row * a.input_leading + column];
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        launch_in_parts<T>(
            p, {block_y, block_x, block_x}, in, out, [&](auto a, dim3 grid, const T* from, T* to) {
                hipLaunchKernelGGL(transpose_read_contiguous<T>, grid, dim3(block_x, block_y), 0,
                                   on_stream(stream), a, from, to);
                check_launch("transpose_read_contiguous");
            });
    });
}

}  // namespace

transpose_kernel read_contiguous_transpose() {
    return make_transpose("transpose_read_contiguous", "one element a thread, reads contiguous",
                          run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
