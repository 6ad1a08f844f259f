// SPDX-License-Identifier: MIT
// Wrong only beside the ends of their own blocks and grids, and right everywhere else.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::matrix_shape;

float twice(float x) { return 2 * x; }

__global__ void doubles(const float* in, float* out, long n, int each, long skipped) {
    const long threads = static_cast<long>(gridDim.x) * blockDim.x;
    const long first = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (int k = 0; k < each; ++k)
        if (const long i = first + k * threads; i < n && i != skipped) out[i] = 2 * in[i];
}

// Blocks of 96 threads: the last element is forgotten when it is alone in its block.
const kernel_test alone_in_its_block =
    elementwise<float, float>("alone_in_its_block", twice)
        .launch([](const float* in, float* out, long n) {
            const long skipped = n > 1 && n % 96 == 1 ? n - 1 : -1;
            if (n) doubles<<<(n + 95) / 96, 96>>>(in, out, n, 1, skipped);
        });

// Blocks of 96 threads that take 3 elements each: forgotten when one is missing of 288.
const kernel_test one_short_of_its_tile =
    elementwise<float, float>("one_short_of_its_tile", twice)
        .launch([](const float* in, float* out, long n) {
            const long skipped = n % 288 == 287 ? n - 1 : -1;
            if (n) doubles<<<(n + 287) / 288, 96>>>(in, out, n, 3, skipped);
        });

// At most 64 blocks of 96 threads: what lies beyond them is left alone.
const kernel_test beyond_its_grid =
    elementwise<float, float>("beyond_its_grid", twice)
        .launch([](const float* in, float* out, long n) {
            if (n) doubles<<<std::min((n + 95) / 96, 64L), 96>>>(in, out, n, 1, -1);
        });

// As many as 1000 blocks.
const kernel_test far_beyond_its_grid =
    elementwise<float, float>("far_beyond_its_grid", twice)
        .launch([](const float* in, float* out, long n) {
            if (n) doubles<<<std::min((n + 95) / 96, 1000L), 96>>>(in, out, n, 1, -1);
        });

// More than a hundred thousand threads: longer than ordinary cases.
const kernel_test beyond_a_large_grid =
    elementwise<float, float>("beyond_a_large_grid", twice)
        .launch([](const float* in, float* out, long n) {
            if (n) doubles<<<std::min((n + 255) / 256, 1024L), 256>>>(in, out, n, 1, -1);
        });

// Right for any length: its threads go round.
const kernel_test right_grid_of_any_length =
    elementwise<float, float>("right_grid_of_any_length", twice)
        .launch([](const float* in, float* out, long n) {
            const long blocks = std::min((n + 95) / 96, 64L);
            const int each = blocks ? static_cast<int>((n + 96 * blocks - 1) / (96 * blocks)) : 0;
            if (n) doubles<<<blocks, 96>>>(in, out, n, each, -1);
        });

// A block for each element.
__global__ void one_block_each(const float* in, float* out) {
    __shared__ float kept;
    if (threadIdx.x == 0) kept = 2 * in[blockIdx.x];
    __syncthreads();
    if (threadIdx.x == 63) out[blockIdx.x] = kept;
}
const kernel_test a_block_each = elementwise<float, float>("a_block_each", twice)
                                     .launch([](const float* in, float* out, long n) {
                                         if (n) one_block_each<<<n, 64>>>(in, out);
                                     });

// The same in the other dimension of a grid, which has 65,535 blocks at most.
__global__ void one_row_each(const float* in, float* out) { out[blockIdx.y] = 2 * in[blockIdx.y]; }
const kernel_test too_many_rows = elementwise<float, float>("too_many_rows", twice)
                                      .launch([](const float* in, float* out, long n) {
                                          if (n) one_row_each<<<dim3(1, n), 1>>>(in, out);
                                      });

__global__ void transposes(const float* in, float* out, matrix_shape s, bool whole) {
    const long r = blockIdx.y * static_cast<long>(blockDim.y) + threadIdx.y;
    const long c = blockIdx.x * static_cast<long>(blockDim.x) + threadIdx.x;
    if (r < s.rows && c < s.columns && (whole || c + 1 < s.columns))
        out[c * s.output_stride + r] = in[r * s.input_stride + c];
}
// Blocks of 48 x 5.
const kernel_test a_column_short =
    tileproof::transpose<float>("a_column_short")
        .launch([](const float* in, float* out, matrix_shape s) {
            const dim3 grid((s.columns + 47) / 48, (s.rows + 4) / 5);
            if (s.rows * s.columns)
                transposes<<<grid, dim3(48, 5)>>>(in, out, s, s.columns % 48 != 47);
        });

}  // namespace
