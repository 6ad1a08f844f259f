// SPDX-License-Identifier: MIT
// Kernels with one bug each. `bug NAME: KIND` stands at a line of the bug of the test NAME, `bug NAME without a line:
// KIND` where none can be known; bug_sets_test.cpp reads them.
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
using flat_kernel = void (*)(const float*, float*, long, long);
template <flat_kernel Kernel>
void flat(const float* in, float* out, matrix_shape s) {
    const long n = s.rows * s.columns;
    if (n) Kernel<<<blocks(n, 64), 64>>>(in, out, s.rows, s.columns);
}

// ---- transposes through a tile

__global__ void no_barrier(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows) part[threadIdx.y][threadIdx.x] = in[y * columns + x];
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns)
        out[y * rows + x] = part[threadIdx.x][threadIdx.y];  // bug no_barrier: race
}
const kernel_test t1 = tileproof::transpose<float>("no_barrier").launch(tiled<no_barrier>);

__global__ void swapped_output(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows) part[threadIdx.y][threadIdx.x] = in[y * columns + x];
    __syncthreads();
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns)
        // bug swapped_output: out of bounds, race
        out[y * columns + x] = part[threadIdx.x][threadIdx.y];
}
const kernel_test t2 = tileproof::transpose<float>("swapped_output").launch(tiled<swapped_output>);

__global__ void whole_tile_stored(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    part[threadIdx.y][threadIdx.x] = x < columns && y < rows ? in[y * columns + x] : 0;
    __syncthreads();
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    // bug whole_tile_stored: out of bounds, race
    out[y * rows + x] = part[threadIdx.x][threadIdx.y];
}
const kernel_test t3 =
    tileproof::transpose<float>("whole_tile_stored").launch(tiled<whole_tile_stored>);

__global__ void tile_not_turned(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    part[threadIdx.y][threadIdx.x] = x < columns && y < rows ? in[y * columns + x] : 0;
    __syncthreads();
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    // bug tile_not_turned without a line: wrong value
    if (x < rows && y < columns) out[y * rows + x] = part[threadIdx.y][threadIdx.x];
}
const kernel_test t4 =
    tileproof::transpose<float>("tile_not_turned").launch(tiled<tile_not_turned>);

__global__ void barrier_in_a_branch(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows) {
        part[threadIdx.y][threadIdx.x] = in[y * columns + x];
        __syncthreads();  // bug barrier_in_a_branch: divergent barrier
    }
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns) out[y * rows + x] = part[threadIdx.x][threadIdx.y];
}
const kernel_test t5 =
    tileproof::transpose<float>("barrier_in_a_branch").launch(tiled<barrier_in_a_branch>);

__global__ void tile_not_filled(const float* in, float* out, long rows, long columns) {
    __shared__ float part[tile][tile + 1];
    long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns - 1 && y < rows) part[threadIdx.y][threadIdx.x] = in[y * columns + x];
    __syncthreads();
    x = blockIdx.y * long{tile} + threadIdx.x, y = blockIdx.x * long{tile} + threadIdx.y;
    if (x < rows && y < columns)
        // bug tile_not_filled: uninitialised read
        out[y * rows + x] = part[threadIdx.x][threadIdx.y];
}
const kernel_test t6 =
    tileproof::transpose<float>("tile_not_filled").launch(tiled<tile_not_filled>);

__global__ void swapped_input(const float* in, float* out, long rows, long columns) {
    const long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    if (x < columns && y < rows)
        out[x * rows + y] = in[x * columns + y];  // bug swapped_input: out of bounds
}
const kernel_test t7 = tileproof::transpose<float>("swapped_input").launch(tiled<swapped_input>);

__global__ void last_row_left_out(const float* in, float* out, long rows, long columns) {
    const long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    // bug last_row_left_out without a line: unwritten
    if (x < columns && y < rows - 1) out[x * rows + y] = in[y * columns + x];
}
const kernel_test t8 =
    tileproof::transpose<float>("last_row_left_out").launch(tiled<last_row_left_out>);

__global__ void plain_transpose(const float* in, float* out, long rows, long columns) {
    const long x = blockIdx.x * long{tile} + threadIdx.x, y = blockIdx.y * long{tile} + threadIdx.y;
    // bug grid_rounded_down without a line: unwritten
    if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}
const kernel_test t9 =
    tileproof::transpose<float>("grid_rounded_down")
        .launch([](const float* in, float* out, matrix_shape s) {
            if (s.rows == 0 || s.columns == 0) return;
            const auto down = [](long n) {
                return n < tile ? 1u : static_cast<unsigned>(n / tile);
            };
            plain_transpose<<<dim3(down(s.columns), down(s.rows)), dim3(tile, tile)>>>(
                in, out, s.rows, s.columns);
        });

__global__ void not_transposed(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns) out[i] = in[i];  // bug not_transposed without a line: wrong value
}
const kernel_test t10 = tileproof::transpose<float>("not_transposed").launch(flat<not_transposed>);

// ---- copies

__global__ void no_guard(const float* in, float* out, long, long) {
    const long i = own_index();
    out[i] = in[i];  // bug no_guard: out of bounds
}
const kernel_test c1 = tileproof::copy<float>("no_guard").launch(flat<no_guard>);

__global__ void one_too_many(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i <= rows * columns) out[i] = in[i];  // bug one_too_many: out of bounds
}
const kernel_test c2 = tileproof::copy<float>("one_too_many").launch(flat<one_too_many>);

__global__ void one_too_few(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns - 1) out[i] = in[i];  // bug one_too_few without a line: unwritten
}
const kernel_test c3 = tileproof::copy<float>("one_too_few").launch(flat<one_too_few>);

__global__ void shifted(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns) out[i + 1] = in[i];  // bug shifted: out of bounds
}
const kernel_test c4 = tileproof::copy<float>("shifted").launch(flat<shifted>);

__global__ void reads_shifted(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns) out[i] = in[i + 1];  // bug reads_shifted: out of bounds
}
const kernel_test c5 = tileproof::copy<float>("reads_shifted").launch(flat<reads_shifted>);

__global__ void doubled(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns) out[i] = 2 * in[i];  // bug doubled without a line: wrong value
}
const kernel_test c6 = tileproof::copy<float>("doubled").launch(flat<doubled>);

__global__ void pairs_exchanged(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    // bug pairs_exchanged without a line: wrong value
    if (i < n) out[i] = in[(i ^ 1) < n ? i ^ 1 : i];
}
const kernel_test c7 = tileproof::copy<float>("pairs_exchanged").launch(flat<pairs_exchanged>);

__global__ void changes_its_input(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i >= rows * columns) return;
    out[i] = in[i];
    const_cast<float*>(in)[i] = 0;  // bug changes_its_input: overwritten
}
const kernel_test c8 = tileproof::copy<float>("changes_its_input").launch(flat<changes_its_input>);

__global__ void adds_to_its_output(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    if (i < rows * columns) out[i] += in[i];  // bug adds_to_its_output: uninitialised read
}
const kernel_test c9 =
    tileproof::copy<float>("adds_to_its_output").launch(flat<adds_to_its_output>);

__global__ void neighbours_write_too(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    if (i < n) out[i] = in[i];
    if (i + 1 < n) out[i + 1] = in[i + 1];  // bug neighbours_write_too: same value written twice
}
const kernel_test c10 =
    tileproof::copy<float>("neighbours_write_too").launch(flat<neighbours_write_too>);

__global__ void four_at_a_time(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    const auto* const from = reinterpret_cast<const float4*>(in);
    auto* const to = reinterpret_cast<float4*>(out);
    if (4 * i + 3 < n)
        to[i] = from[i];  // bug four_at_a_time: misaligned access
    else
        for (long k = 4 * i; k < n; ++k) out[k] = in[k];
}
const kernel_test c11 = tileproof::copy<float>("four_at_a_time").launch(flat<four_at_a_time>);

__global__ void tail_of_four(const float* in, float* out, long rows, long columns) {
    const long i = own_index(), n = rows * columns;
    // bug tail_of_four without a line: unwritten
    if (i < n / 4 * 4) out[i] = in[i];
}
const kernel_test c12 = tileproof::copy<float>("tail_of_four").launch(flat<tail_of_four>);

__global__ void strides_ignored(const float* in, float* out, long rows, long columns) {
    const long i = own_index();
    // One index that knows no strides is wrong on both sides.
    if (i < rows * columns) out[i] = in[i];  // bug strides_ignored: overwritten, uninitialised read
}
const kernel_test c13 =
    tileproof::copy<float>("strides_ignored").strided().launch(flat<strides_ignored>);

// ---- elementwise

__global__ void divides(const float* in, float* out, long n) {
    const long i = own_index();
    if (i < n)
        // bug divides: division by zero
        out[i] = in[i] * static_cast<float>(2 + 0 * (i / (n - 1)));
}
const kernel_test e1 = tileproof::elementwise<float, float>("divides", [](float x) {
                           return 2 * x;
                       }).launch([](const float* in, float* out, long n) {
    if (n) divides<<<blocks(n, 64), 64>>>(in, out, n);
});

__global__ void asserts(const float* in, float* out, long n) {
    const long i = own_index();
    assert(n < 60);  // bug asserts: assertion
    if (i < n) out[i] = 2 * in[i];
}
const kernel_test e2 = tileproof::elementwise<float, float>("asserts", [](float x) {
                           return 2 * x;
                       }).launch([](const float* in, float* out, long n) {
    if (n) asserts<<<blocks(n, 64), 64>>>(in, out, n);
});

__global__ void negative_left_out(const float* in, float* out, long n) {
    const long i = own_index();
    // bug negative_left_out without a line: unwritten
    if (i < n && in[i] >= 0) out[i] = in[i];
}
const kernel_test e3 = tileproof::elementwise<float, float>("negative_left_out", [](float x) {
                           return x;
                       }).launch([](const float* in, float* out, long n) {
    if (n) negative_left_out<<<blocks(n, 64), 64>>>(in, out, n);
});

// ---- sums of rows

using sum_kernel = void (*)(const float*, float*, long);
template <sum_kernel Kernel, unsigned Threads = 64, unsigned Floats = 64>
kernel_test sums(const char* name) {
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
            Kernel<<<p.dim("rows"), Threads, Floats * sizeof(float)>>>(
                p.in<float>("matrix"), p.out<float>("sums"), p.dim("columns"));
        });
}

__global__ void sum_first_barrier(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;  // bug sum_first_barrier: race
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s1 = sums<sum_first_barrier>("sum_first_barrier");

__global__ void sum_loop_barrier(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2)
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];  // bug sum_loop_barrier: race
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s2 = sums<sum_loop_barrier>("sum_loop_barrier");

__global__ void sum_one_column_more(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    for (long c = threadIdx.x; c <= columns; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];  // bug sum_one_column_more: out of bounds
    part[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s3 = sums<sum_one_column_more>("sum_one_column_more");

__global__ void sum_last_column_missing(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    // bug sum_last_column_missing without a line: wrong value
    for (long c = threadIdx.x; c < columns - 1; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s4 = sums<sum_last_column_missing>("sum_last_column_missing");

__global__ void sum_unset_parts(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    if (threadIdx.x < columns) {
        float sum = 0;
        for (long c = threadIdx.x; c < columns; c += blockDim.x)
            sum += matrix[blockIdx.x * columns + c];
        part[threadIdx.x] = sum;
    }
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];  // bug sum_unset_parts: uninitialised read
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s5 = sums<sum_unset_parts>("sum_unset_parts");

__global__ void sum_too_little_room(const float* matrix, float* sums, long columns) {
    extern __shared__ float part[];
    float sum = 0;
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        sum += matrix[blockIdx.x * columns + c];
    part[threadIdx.x] = sum;  // bug sum_too_little_room: out of bounds
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
const kernel_test s6 = sums<sum_too_little_room, 64, 48>("sum_too_little_room");

__global__ void sum_without_atomic(const float* matrix, float* sums, long columns) {
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    for (long c = threadIdx.x; c < columns; c += blockDim.x)
        total += matrix[blockIdx.x * columns + c];  // bug sum_without_atomic: race
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
const kernel_test s7 = sums<sum_without_atomic>("sum_without_atomic");

// Threads beyond the columns leave: lanes whose values the others ask for, and whole waves with rows of their own.
__global__ void shares_left_early(const float* matrix, float* shares, long rows, long columns) {
    const long thread = threadIdx.x;
    if (thread >= columns) return;
    const long lane = thread % 32, row = blockIdx.x * 2L + thread / 32;
    if (row >= rows) return;
    const float* const from = matrix + row * columns;
    float largest = -INFINITY, total = 0;
    for (long c = lane; c < columns; c += 32) {
        const float now = fmaxf(largest, from[c]);
        total = total * expf(largest - now) + expf(from[c] - now);
        largest = now;
    }
    for (int d = 16; d > 0; d /= 2) {
        // bug shares_left_early: divergent wave operation
        const float other = __shfl_down(largest, d);
        const float part = __shfl_down(total, d);
        const float now = fmaxf(largest, other);
        total = total * expf(largest - now) + part * expf(other - now);
        largest = now;
    }
    largest = __shfl(largest, 0);
    total = __shfl(total, 0);
    for (long c = lane; c < columns; c += 32)
        shares[row * columns + c] = expf(from[c] - largest) / total;
}
const kernel_test s8 =
    tileproof::custom("shares_left_early", {"rows", "columns"})
        .input<float>("matrix", {"rows", "columns"})
        .output<float>("shares", {"rows", "columns"})
        .reference([](const tileproof::arrays& a) {
            const auto in = a.in<float>("matrix").cast<double>();
            auto out = a.out<float>("shares");
            for (long r = 0; r < in.rows(); ++r) {
                if (in.cols() == 0) continue;
                const auto e = (in.row(r).array() - in.row(r).maxCoeff()).exp().eval();
                out.row(r) = (e / e.sum()).cast<float>().matrix();
            }
        })
        .within(1e-5, 1e-4)
        .launch([](const tileproof::pointers& p) {
            if (p.dim("rows") == 0 || p.dim("columns") == 0) return;
            shares_left_early<<<blocks(p.dim("rows"), 2), 64>>>(
                p.in<float>("matrix"), p.out<float>("shares"), p.dim("rows"), p.dim("columns"));
        });

}  // namespace
