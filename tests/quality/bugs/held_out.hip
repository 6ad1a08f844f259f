// SPDX-License-Identifier: MIT
// Kernels that the grouping was not tuned on: written, with their marks, before a campaign had seen one of them. The
// marks are those of one_bug.hip.
#include <hip/hip_runtime.h>

#include <cassert>
#include <tileproof/custom_contract.hpp>
#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::product_shape;

constexpr int tile = 8;
unsigned blocks(long n, long each) { return static_cast<unsigned>((n + each - 1) / each); }
__device__ long own_index() { return blockIdx.x * 64L + threadIdx.x; }

using matrix_kernel = void (*)(const float*, float*, long, long);
template <matrix_kernel Kernel>
void flat(const float* in, float* out, matrix_shape s) {
    const long n = s.rows * s.columns;
    if (n) Kernel<<<blocks(n, 64), 64>>>(in, out, s.rows, s.columns);
}
using product_kernel = void (*)(const float*, const float*, float*, product_shape);
template <product_kernel Kernel>
void tiled(const float* a, const float* b, float* c, product_shape s) {
    if (s.m == 0 || s.n == 0) return;
    Kernel<<<dim3(blocks(s.n, tile), blocks(s.m, tile)), dim3(tile, tile)>>>(a, b, c, s);
}
using rows_kernel = void (*)(const float*, float*, long);
template <rows_kernel Kernel>
kernel_test row_sums(const char* name) {
    return tileproof::custom(name, {"rows", "columns"})
        .input<float>("matrix", {"rows", "columns"})
        .output<float>("sums", {"rows"})
        .reference([](const tileproof::arrays& a) {
            a.out<float>("sums") =
                a.in<float>("matrix").cast<double>().rowwise().sum().cast<float>();
        })
        .within(1e-5, 1e-3)
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") == 0) return;
            Kernel<<<p.dim("rows"), 64>>>(p.in<float>("matrix"), p.out<float>("sums"),
                                          p.dim("columns"));
        });
}

// ---- products through tiles

__global__ void stale_tiles(const float* a, const float* b, float* c, product_shape s) {
    __shared__ float as[tile][tile], bs[tile][tile];
    const long row = blockIdx.y * long{tile} + threadIdx.y,
               column = blockIdx.x * long{tile} + threadIdx.x;
    float sum = 0;
    for (long first = 0; first < s.k; first += tile) {
        const long ka = first + threadIdx.x, kb = first + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < s.m && ka < s.k ? a[row * s.k + ka] : 0;
        bs[threadIdx.y][threadIdx.x] = column < s.n && kb < s.k ? b[kb * s.n + column] : 0;
        __syncthreads();
        for (int i = 0; i < tile; ++i)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];  // bug stale_tiles: race
    }
    if (row < s.m && column < s.n) c[row * s.n + column] = sum;
}
const kernel_test p1 = tileproof::product<float>("stale_tiles").launch(tiled<stale_tiles>);

__global__ void unguarded_k(const float* a, const float* b, float* c, product_shape s) {
    __shared__ float as[tile][tile], bs[tile][tile];
    const long row = blockIdx.y * long{tile} + threadIdx.y,
               column = blockIdx.x * long{tile} + threadIdx.x;
    float sum = 0;
    for (long first = 0; first < s.k; first += tile) {
        const long ka = first + threadIdx.x, kb = first + threadIdx.y;
        // bug unguarded_k: out of bounds
        as[threadIdx.y][threadIdx.x] = row < s.m ? a[row * s.k + ka] : 0;
        bs[threadIdx.y][threadIdx.x] = column < s.n && kb < s.k ? b[kb * s.n + column] : 0;
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < s.m && column < s.n) c[row * s.n + column] = sum;
}
const kernel_test p2 = tileproof::product<float>("unguarded_k").launch(tiled<unguarded_k>);

__global__ void tail_of_k_dropped(const float* a, const float* b, float* c, product_shape s) {
    const long row = blockIdx.y * long{tile} + threadIdx.y,
               column = blockIdx.x * long{tile} + threadIdx.x;
    if (row >= s.m || column >= s.n) return;
    float sum = 0;
    // bug tail_of_k_dropped without a line: wrong value
    for (long k = 0; k < s.k / 4 * 4; ++k) sum += a[row * s.k + k] * b[k * s.n + column];
    c[row * s.n + column] = sum;
}
const kernel_test p3 =
    tileproof::product<float>("tail_of_k_dropped").launch(tiled<tail_of_k_dropped>);

// ---- sums of rows

__global__ void waits_too_little(const float* matrix, float* sums, long columns) {
    __shared__ float part[64];
    part[threadIdx.x] = 0;
    for (long c = threadIdx.x; c < columns; c += 64)
        part[threadIdx.x] += matrix[blockIdx.x * columns + c];
    __syncthreads();
    if (threadIdx.x < 32) part[threadIdx.x] += part[threadIdx.x + 32];
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 32; ++i) sum += part[i];  // bug waits_too_little: race
        sums[blockIdx.x] = sum;
    }
}
const kernel_test r1 = row_sums<waits_too_little>("waits_too_little");

__global__ void everybody_stores(const float* matrix, float* sums, long columns) {
    float sum = 0;
    for (long c = 0; c < columns; ++c) sum += matrix[blockIdx.x * columns + c];
    sums[blockIdx.x] = sum;  // bug everybody_stores: same value written twice
}
const kernel_test r2 = row_sums<everybody_stores>("everybody_stores");

__global__ void array_too_short(const float* matrix, float* sums, long columns) {
    __shared__ float part[60];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += 64) sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;  // bug array_too_short: out of bounds, index outside its array
    __syncthreads();
    if (threadIdx.x > 0) return;
    sum = 0;
    for (int i = 0; i < 60; ++i) sum += part[i];
    sums[blockIdx.x] = sum;
}
const kernel_test r3 = row_sums<array_too_short>("array_too_short");

__global__ void one_early_and_no_barrier(const float* matrix, float* sums, long columns) {
    __shared__ float part[64];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += 64)
        // bug one_early_and_no_barrier: out of bounds
        sum += matrix[blockIdx.x * columns + c - 1];
    part[threadIdx.x] = sum;
    if (threadIdx.x > 0) return;
    sum = 0;
    for (int i = 0; i < 64; ++i) sum += part[i];  // bug one_early_and_no_barrier: race
    sums[blockIdx.x] = sum;
}
const kernel_test r4 = row_sums<one_early_and_no_barrier>("one_early_and_no_barrier");

// ---- copies

__global__ void scattered(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    // bug scattered: race, same value written twice
    if (i < n) out[i / 2 * 2] = in[i];
}
const kernel_test c1 = tileproof::copy<float>("scattered").launch(flat<scattered>);

__global__ void even_rows_and_bounds(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    assert(columns < 50);  // bug even_rows_and_bounds: assertion
    // bug even_rows_and_bounds without a line: unwritten
    if (i < n && i / columns % 2 == 0) out[i] = in[i];
}
const kernel_test c2 =
    tileproof::copy<float>("even_rows_and_bounds").launch(flat<even_rows_and_bounds>);

__global__ void unset_element(const float* in, float* out, long rows, long columns) {
    __shared__ float part[65];
    const long i = own_index(), n = rows * columns;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    // bug unset_element: uninitialised read
    if (i < n) out[i] = threadIdx.x % 8 == 7 ? part[64] : part[threadIdx.x];
}
const kernel_test c3 = tileproof::copy<float>("unset_element").launch(flat<unset_element>);

__global__ void three_in_one(const float* in, float* out, long rows, long columns) {
    __shared__ float part[64];
    const long i = own_index(), n = rows * columns;
    part[threadIdx.x] = i < n ? in[i] : 0;
    const float v = part[threadIdx.x ^ 1];  // bug three_in_one: race
    __syncthreads();
    part[threadIdx.x ^ 1] = v;
    __syncthreads();
    // bug three_in_one: overwritten
    if (i == 0 && rows > 2) const_cast<float*>(in)[0] = 1;
    if (i < n || (i == n && columns == 2))
        out[i] = part[threadIdx.x];  // bug three_in_one: out of bounds
}
const kernel_test c4 = tileproof::copy<float>("three_in_one").launch(flat<three_in_one>);

__global__ void barrier_for_some(const float* in, float* out, long rows, long columns) {
    __shared__ float part[64];
    const long i = own_index(), n = rows * columns;
    if (i >= n) return;
    part[threadIdx.x] = in[i];
    __syncthreads();  // bug barrier_for_some: divergent barrier
    out[i] = part[threadIdx.x];
}
const kernel_test c5 = tileproof::copy<float>("barrier_for_some").launch(flat<barrier_for_some>);

}  // namespace
