// SPDX-License-Identifier: MIT
// Transpose with contiguous writes: neighbouring threads write neighbouring elements of an output row and read them
// `input_leading` apart. Caches tolerate scattered reads better than scattered writes.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int block_x = 32,
              block_y = 8;  // x along the input's rows (contiguous in the output), y along columns

template <class T>
__global__ void __launch_bounds__(block_x* block_y)
    transpose_write_contiguous(transpose_arguments a, const T* in, T* out) {
    const long_index_t column = static_cast<long_index_t>(blockIdx.x) * block_y + threadIdx.y;
    const long_index_t row = static_cast<long_index_t>(blockIdx.y) * block_x + threadIdx.x;
    const long_index_t matrix = blockIdx.z;
    if (row < a.rows && column < a.columns)
        out[matrix * a.output_batch_stride + column * a.output_leading + row] =
            in[matrix * a.input_batch_stride + row * a.input_leading + column];
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        launch_in_parts<T>(
            p, {block_x, block_y, block_x}, in, out, [&](auto a, dim3 grid, const T* from, T* to) {
                hipLaunchKernelGGL(transpose_write_contiguous<T>, grid, dim3(block_x, block_y), 0,
                                   on_stream(stream), a, from, to);
                check_launch("transpose_write_contiguous");
            });
    });
}

}  // namespace

transpose_kernel write_contiguous_transpose() {
    return make_transpose("transpose_write_contiguous", "one element a thread, writes contiguous",
                          run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
