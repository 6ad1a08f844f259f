// SPDX-License-Identifier: MIT
// Transpose of 4 x 4 elements in the registers of each thread, with 8 x 8 threads for a tile of 32 x 32: a thread
// reads four pieces of rows and writes four pieces of columns, each 4 elements wide, without a barrier.
//
//   thread (x, y) of a block:   in[4y + i][4x + j]  ->  out[4x + j][4y + i]     i, j = 0..3
//
// Pieces move as vectors of up to 16 bytes if base, leading dimension and batch stride keep them aligned, decided for
// each side separately; otherwise, and at the edges, element by element.
#include "kernels/transpose/transpose.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {
namespace {

constexpr int threads = 8, piece = 4, tile = threads * piece;

template <class T>
struct alignas(piece * sizeof(T) < 16 ? piece * sizeof(T) : 16) vector {
    T element[piece];
};

// The piece that begins at p. Asserts its alignment, which the undefined-behaviour sanitizer checks.
template <class T>
__device__ const vector<T>* piece_at(const T* p) {
    return static_cast<const vector<T>*>(__builtin_assume_aligned(p, alignof(vector<T>)));
}
template <class T>
__device__ vector<T>* piece_at(T* p) {
    return static_cast<vector<T>*>(__builtin_assume_aligned(p, alignof(vector<T>)));
}

struct vector_use {
    bool input, output;
};

template <class T>
__global__ void __launch_bounds__(threads* threads)
    transpose_register(transpose_arguments a, vector_use use, const T* in, T* out) {
    const long_index_t column = static_cast<long_index_t>(blockIdx.x) * tile + threadIdx.x * piece;
    const long_index_t row = static_cast<long_index_t>(blockIdx.y) * tile + threadIdx.y * piece;
    const long_index_t matrix = blockIdx.z;
    const T* const from = in + matrix * a.input_batch_stride + row * a.input_leading + column;
    T* const to = out + matrix * a.output_batch_stride + column * a.output_leading + row;
    const bool all_columns = column + piece <= a.columns, all_rows = row + piece <= a.rows;
    vector<T> read[piece] = {};
    for (int i = 0; i < piece; ++i) {
        if (row + i >= a.rows) break;
        if (use.input && all_columns)
            read[i] = *piece_at<T>(from + i * a.input_leading);
        else
            for (int j = 0; j < piece; ++j)
                if (column + j < a.columns) read[i].element[j] = from[i * a.input_leading + j];
    }
    for (int j = 0; j < piece; ++j) {
        if (column + j >= a.columns) break;
        vector<T> written;
        for (int i = 0; i < piece; ++i) written.element[i] = read[i].element[j];
        if (use.output && all_rows)
            *piece_at<T>(to + j * a.output_leading) = written;
        else
            for (int i = 0; i < piece; ++i)
                if (row + i < a.rows) to[j * a.output_leading + i] = written.element[i];
    }
}

// Whether every piece of 4 elements that begins at a multiple of 4 of a row is aligned as a vector.
template <class T>
bool aligned(const void* base, long_index_t leading, long_index_t batch_stride,
             long_index_t batch) {
    const std::uintptr_t mask = alignof(vector<T>) - 1;
    const auto bytes = [](long_index_t elements) {
        return static_cast<std::uintptr_t>(elements) * sizeof(T);
    };
    return ((reinterpret_cast<std::uintptr_t>(base) | bytes(leading) |
             (batch > 1 ? bytes(batch_stride) : 0)) &
            mask) == 0;
}

void run(const transpose_problem& p, const void* in, void* out, void* stream) {
    with_element_type(p.element_bytes, [&](auto element) {
        using T = decltype(element);
        launch_in_parts<T>(
            p, {tile, tile, threads}, in, out, [&](auto a, dim3 grid, const T* from, T* to) {
                const vector_use use{
                    aligned<T>(from, a.input_leading, a.input_batch_stride, grid.z),
                    aligned<T>(to, a.output_leading, a.output_batch_stride, grid.z)};
                hipLaunchKernelGGL(transpose_register<T>, grid, dim3(threads, threads), 0,
                                   on_stream(stream), a, use, from, to);
                check_launch("transpose_register_4x4");
            });
    });
}

}  // namespace

transpose_kernel register_transpose() {
    return make_transpose("transpose_register_4x4",
                          "4 x 4 elements a thread in registers, vector accesses", run);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
