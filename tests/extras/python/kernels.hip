// SPDX-License-Identifier: MIT
// Kernels for the tests of the Python package, some of them wrong. They are compiled with a launch that Python gives.
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

__global__ void square(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}

__global__ void wrong_square(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i] + (n > 70 && i == 65);
}

__global__ void square_beyond(const float* x, float* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i <= n) y[i] = x[i] * x[i];
}

// The second output is wrong in every third element.
__global__ void both(const int* x, int* twice, int* minus, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= n) return;
    twice[i] = 2 * x[i];
    minus[i] = i % 3 == 2 ? x[i] : -x[i];
}

__global__ void rows_max(const float* x, float* most, long* at, long rows, long columns) {
    const long row = blockIdx.x * 64L + threadIdx.x;
    if (row >= rows) return;
    at[row] = 0;
    for (long c = 1; c < columns; ++c)
        if (x[row * columns + c] > x[row * columns + at[row]]) at[row] = c;
    most[row] = x[row * columns + at[row]];
}

__global__ void add_bf16(const __bf16* a, const __bf16* b, __bf16* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = static_cast<__bf16>(static_cast<float>(a[i]) + static_cast<float>(b[i]));
}

// Differences of neighbours in a row, plus an offset of the column.
__global__ void steps(const _Float16* x, const _Float16* offset, _Float16* y, long rows,
                      long columns) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i >= rows * columns) return;
    const long row = i / columns, column = i % columns;
    const _Float16* const at = x + row * (columns + 1) + column;
    y[i] = static_cast<_Float16>(static_cast<float>(at[1]) - static_cast<float>(at[0]) +
                                 static_cast<float>(offset[column]));
}

__global__ void scaled_sum(const int* x, int* z, long n, int alpha, int beta) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) z[i] = alpha * x[i] + beta * z[i];
}

template <class T>
__global__ void copied(const T* x, T* y, long n) {
    const long i = blockIdx.x * 64L + threadIdx.x;
    if (i < n) y[i] = x[i];
}
template <class T>
void copy(const T* x, T* y, long n) {
    if (n > 0) copied<<<(n + 63) / 64, 64>>>(x, y, n);
}
