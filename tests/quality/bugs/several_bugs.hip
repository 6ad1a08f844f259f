// SPDX-License-Identifier: MIT
// Kernels with two or three bugs at once; the marks are those of one_bug.hip.
#include <hip/hip_runtime.h>

#include <cassert>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::kernel_test;
using tileproof::matrix_shape;

constexpr int tile = 16;
unsigned blocks(long n, long each) { return static_cast<unsigned>((n + each - 1) / each); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

using tiled_kernel = void (*)(const float*, float*, long, long);
template <tiled_kernel Kernel>
void tiled(const float* in, float* out, matrix_shape s) {
    if (s.rows == 0 || s.columns == 0) return;
    Kernel<<<dim3(blocks(s.columns, tile), blocks(s.rows, tile)), dim3(tile, tile)>>>(
        in, out, s.rows, s.columns);
}
template <tiled_kernel Kernel>
void flat(const float* in, float* out, matrix_shape s) {
    const long n = s.rows * s.columns;
    if (n) Kernel<<<blocks(n, 64), 64>>>(in, out, s.rows, s.columns);
}

__global__ void race_and_swapped(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows)
        part[threadIdx.y][threadIdx.x] = in[y * columns + x];  // bug race_and_swapped: race
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns)
        // bug race_and_swapped: out of bounds
        out[y * columns + x] = part[threadIdx.x][threadIdx.y];
}
const kernel_test m1 =
    tileproof::transpose<float>("race_and_swapped").launch(tiled<race_and_swapped>);

__global__ void no_guard_and_doubled(const float* in, float* out, long, long) {
    const long i = own_index();
    // bug no_guard_and_doubled without a line: wrong value
    out[i] = 2 * in[i];  // bug no_guard_and_doubled: out of bounds
}
const kernel_test m2 =
    tileproof::copy<float>("no_guard_and_doubled").launch(flat<no_guard_and_doubled>);

__global__ void two_barriers(const float* in, float* out, long rows, long columns) {
    __shared__ float first[64], second[64];
    const long i = own_index(), n = rows * columns;
    first[threadIdx.x] = i < n ? in[i] : 0;
    const float a = first[63 - threadIdx.x];  // bug two_barriers: race
    __syncthreads();
    second[threadIdx.x] = a;
    const float b = second[63 - threadIdx.x];  // bug two_barriers: race
    if (i < n) out[i] = b;
}
const kernel_test m3 = tileproof::copy<float>("two_barriers").launch(flat<two_barriers>);

__global__ void race_and_last_left_out(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows) part[threadIdx.y][threadIdx.x] = in[y * columns + x];
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    // bug race_and_last_left_out without a line: unwritten
    if (x < rows && y < columns - 1)
        out[y * rows + x] = part[threadIdx.x][threadIdx.y];  // bug race_and_last_left_out: race
}
const kernel_test m4 =
    tileproof::transpose<float>("race_and_last_left_out").launch(tiled<race_and_last_left_out>);

__global__ void assertion_and_guard(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    assert(rows < 40);                        // bug assertion_and_guard: assertion
    if (i <= rows * columns) out[i] = in[i];  // bug assertion_and_guard: out of bounds
}
const kernel_test m5 =
    tileproof::copy<float>("assertion_and_guard").launch(flat<assertion_and_guard>);

__global__ void unwritten_and_wrong(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    // bug unwritten_and_wrong without a line: unwritten
    if (rows > 4 && i == n - 1) return;
    // bug unwritten_and_wrong without a line: wrong value
    if (i < n) out[i] = columns > 3 && i % columns == 1 ? -in[i] : in[i];
}
const kernel_test m6 =
    tileproof::copy<float>("unwritten_and_wrong").launch(flat<unwritten_and_wrong>);

__global__ void unset_and_guard(const float* in, float* out, long rows, long columns) {
    __shared__ float part[64];
    const long i = own_index(), n = rows * columns;
    if (i < n - 1) part[threadIdx.x] = in[i];
    __syncthreads();
    const float v = part[threadIdx.x];  // bug unset_and_guard: uninitialised read
    if (i < n + (n > 9)) out[i] = v;    // bug unset_and_guard: out of bounds
}
const kernel_test m7 = tileproof::copy<float>("unset_and_guard").launch(flat<unset_and_guard>);

__global__ void branch_and_guard(const float* in, float* out, long rows, long columns) {
    __shared__ float part[64];
    const long i = own_index(), n = rows * columns;
    if (columns < 3 || i < n) {
        part[threadIdx.x] = i < n ? in[i] : 0;
        __syncthreads();  // bug branch_and_guard: divergent barrier
    }
    if (columns < 3 ? i <= n : i < n)
        out[i] = part[threadIdx.x];  // bug branch_and_guard: out of bounds
}
const kernel_test m8 = tileproof::copy<float>("branch_and_guard").launch(flat<branch_and_guard>);

__global__ void first_step(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    if (i < n) out[i] = rows == 1 ? in[i + 1] : in[i];  // bug two_kernels: out of bounds
}
__global__ void second_step(float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    // bug two_kernels without a line: wrong value
    if (i < n && columns > 2) out[i] = -out[i];
}
const kernel_test m9 =
    tileproof::copy<float>("two_kernels").launch([](const float* in, float* out, matrix_shape s) {
        const long n = s.rows * s.columns;
        if (n == 0) return;
        first_step<<<blocks(n, 64), 64>>>(in, out, s.rows, s.columns);
        second_step<<<blocks(n, 64), 64>>>(out, s.rows, s.columns);
    });

__global__ void three_at_once(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    assert(rows < 40);  // bug three_at_once: assertion
    // bug three_at_once without a line: wrong value
    const float v = i >= n ? 0 : columns > 3 && i % columns == 1 ? -in[i] : in[i];
    if (columns < 3 ? i <= n : i < n) out[i] = v;  // bug three_at_once: out of bounds
}
const kernel_test m10 = tileproof::copy<float>("three_at_once").launch(flat<three_at_once>);

__global__ void two_stray_lines(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    float v = 0;
    if (rows > 3 ? i < n : i <= n) v = in[i];   // bug two_stray_lines: out of bounds
    if (rows > 3 ? i <= n : i < n) out[i] = v;  // bug two_stray_lines: out of bounds
}
const kernel_test m11 = tileproof::copy<float>("two_stray_lines").launch(flat<two_stray_lines>);

__global__ void input_and_barrier(const float* in, float* out, long rows, long columns) {
    __shared__ float part[64];
    const long i = own_index(), n = rows * columns;
    if (i < n && columns == 1) const_cast<float*>(in)[i] = 7;  // bug input_and_barrier: overwritten
    part[63 - threadIdx.x] = i < n ? in[i] : 0;
    if (i < n) out[i] = part[63 - threadIdx.x];
    part[threadIdx.x] = 0;  // bug input_and_barrier: race
}
const kernel_test m12 = tileproof::copy<float>("input_and_barrier").launch(flat<input_and_barrier>);

}  // namespace
