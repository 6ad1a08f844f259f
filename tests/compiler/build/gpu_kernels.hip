// SPDX-License-Identifier: MIT
// Kernels of a user's, right ones (right_...) and wrong ones, for a GPU: what is wrong must show in what they leave in
// memory, because nobody sees their accesses there.
#include <hip/hip_runtime.h>

#include <tileproof/kernel_test.hpp>

namespace {

using tileproof::copy;
using tileproof::elementwise;
using tileproof::kernel_test;
using tileproof::matrix_shape;
using tileproof::product;
using tileproof::product_shape;
using tileproof::transpose;

constexpr int threads = 64;
unsigned blocks(long n) { return static_cast<unsigned>((n + threads - 1) / threads); }
__device__ long own_index() { return blockIdx.x * long{threads} + threadIdx.x; }
float doubled(float x) { return 2 * x; }

// One kernel for each way to double a vector; `body` sees in, out, n and i.
#define DOUBLES(name, grid, block, shared, body)                                                   \
    __global__ void name##_kernel(float* in, float* out, long n) {                                 \
        const long i = own_index();                                                                \
        body                                                                                       \
    }                                                                                              \
    const kernel_test name =                                                                       \
        elementwise<float, float>(#name, doubled).launch([](const float* in, float* out, long n) { \
            if (n) name##_kernel<<<grid, block, shared>>>(const_cast<float*>(in), out, n);         \
        });

DOUBLES(right_doubles, blocks(n), threads, 0, if (i < n) out[i] = 2 * in[i];)
DOUBLES(right_grid_stride, 3, threads, 0,
        for (long k = i; k < n; k += gridDim.x * long{threads}) out[k] = 2 * in[k];)
DOUBLES(skips_the_last, blocks(n), threads, 0, if (i < n - 1) out[i] = 2 * in[i];)
DOUBLES(skips_the_first, blocks(n), threads, 0, if (i > 0 && i < n) out[i] = 2 * in[i];)
DOUBLES(reads_its_neighbour, blocks(n), threads, 0, if (i < n) out[i] = 2 * in[i ^ 1];)
DOUBLES(one_block_for_all, 1, threads, 0, if (i < n) out[i] = 2 * in[i];)
DOUBLES(rounds_the_grid_down, static_cast<unsigned>(n / threads + (n < threads)), threads, 0,
        if (i < n) out[i] = 2 * in[i];)
DOUBLES(no_guard, blocks(n), threads, 0, out[i] = 2 * (i < n ? in[i] : 0);)
DOUBLES(one_past_the_end, blocks(n + 1), threads, 0, if (i <= n) out[i] = 2 * (i < n ? in[i] : 0);)
DOUBLES(one_before_the_start, blocks(n), threads, 0, if (i == 0) out[-1] = 0;
        if (i < n) out[i] = 2 * in[i];)
DOUBLES(only_positive, blocks(n), threads, 0, if (i < n && in[i] > 0) out[i] = 2 * in[i];)
DOUBLES(forgets_the_sign, blocks(n), threads, 0,
        if (i < n) out[i] = in[i] < 0 ? -2 * in[i] : 2 * in[i];)
DOUBLES(sixteen_bits_inside, blocks(n), threads, 0,
        if (i < n) out[i] = static_cast<float>(static_cast<short>(in[i])) * 2;)
DOUBLES(adds_to_what_is_there, blocks(n), threads, 0, if (i < n) out[i] += 2 * in[i];)
DOUBLES(
    clears_its_input, blocks(n), threads, 0, if (i < n) {
        out[i] = 2 * in[i];
        in[i] = 0;
    })
DOUBLES(too_many_threads, blocks(n), 2048, 0, if (i < n) out[i] = 2 * in[i];)
DOUBLES(too_much_shared_memory, blocks(n), threads, 1 << 20, if (i < n) out[i] = 2 * in[i];)
DOUBLES(stride_one_too_long, 3, threads, 0,
        for (long k = i; k < n; k += gridDim.x * long{threads} + 1) out[k] = 2 * in[k];)
DOUBLES(writes_nothing, blocks(n), threads, 0, if (i < n && in[i] > 1e30f) out[i] = 0;)
DOUBLES(far_write, blocks(n), threads, 0, if (i < n) out[i + (n == 2 ? 1L << 44 : 0)] = 2 * in[i];)

// One tile of 16 x 16 a block.
template <bool Guard, bool SwapsSizes, bool Turns>
__global__ void turn(const float* in, float* out, long rows, long columns) {
    const long c = blockIdx.x * 16L + threadIdx.x, r = blockIdx.y * 16L + threadIdx.y;
    if (Guard ? r < rows && c < columns : r * columns + c < rows * columns)
        out[Turns ? c * (SwapsSizes ? columns : rows) + r : r * columns + c] = in[r * columns + c];
}
template <bool Guard, bool SwapsSizes, bool Turns>
void start_turn(const float* in, float* out, matrix_shape s) {
    if (s.rows == 0 || s.columns == 0) return;
    const dim3 grid(static_cast<unsigned>((s.columns + 15) / 16),
                    static_cast<unsigned>((s.rows + 15) / 16));
    turn<Guard, SwapsSizes, Turns><<<grid, dim3(16, 16)>>>(in, out, s.rows, s.columns);
}
const kernel_test right_transpose =
    transpose<float>("right_transpose").launch(start_turn<true, false, true>);
const kernel_test guards_the_product_of_sizes =
    transpose<float>("guards_the_product_of_sizes").launch(start_turn<false, false, true>);
const kernel_test width_for_height =
    transpose<float>("width_for_height").launch(start_turn<true, true, true>);
const kernel_test does_not_transpose =
    transpose<float>("does_not_transpose").launch(start_turn<true, false, false>);
const kernel_test right_copy = copy<float>("right_copy").launch(start_turn<true, false, false>);
const kernel_test copy_that_transposes =
    copy<float>("copy_that_transposes").launch(start_turn<true, false, true>);

template <int Drop, bool TurnsB, class Sum>
__global__ void multiply(const float* a, const float* b, float* c, product_shape s) {
    const long i = own_index();
    if (i >= s.m * s.n) return;
    const long row = i / s.n, column = i % s.n;
    Sum sum = 0;
    for (long k = 0; k < s.k - (s.k > 1 ? Drop : 0); ++k)
        sum = static_cast<Sum>(
            sum +
            static_cast<Sum>(a[row * s.k + k] * b[TurnsB ? column * s.k + k : k * s.n + column]));
    c[i] = static_cast<float>(sum);
}
template <int Drop, bool TurnsB, class Sum>
void start_multiply(const float* a, const float* b, float* c, product_shape s) {
    if (s.m * s.n) multiply<Drop, TurnsB, Sum><<<blocks(s.m * s.n), threads>>>(a, b, c, s);
}
const kernel_test right_product =
    product<float>("right_product").launch(start_multiply<0, false, float>);
const kernel_test drops_the_last_k =
    product<float>("drops_the_last_k").launch(start_multiply<1, false, float>);
const kernel_test turns_b = product<float>("turns_b").launch(start_multiply<0, true, float>);
const kernel_test whole_sums = product<float>("whole_sums").launch(start_multiply<0, false, int>);

}  // namespace
