// SPDX-License-Identifier: MIT
// HIP source, compiled for the devices cpu and cpu-checked. A mistake is made where `wrong` is true.
#include "tests/quality/museum/transposes.hpp"

#include "kernels/launch.hpp"

#include <cstdint>
#include <string>

namespace tileproof::museum::TILEPROOF_DEVICE {
namespace {

using kernels::transpose_kernel;
using kernels::transpose_problem;
using kernels::TILEPROOF_DEVICE::blocks_for;

constexpr int tile = 16;

template <class T>
struct matrices {
    transpose_problem p;
    const T* in;
    T* out;

    __device__ bool inside(long_index_t row, long_index_t column) const {
        return row < p.rows && column < p.columns;
    }
    __device__ const T& from(long_index_t row, long_index_t column) const {
        return in[blockIdx.z * p.input_batch_stride + row * p.input_leading + column];
    }
    __device__ T& to(long_index_t row, long_index_t column) const {
        return out[blockIdx.z * p.output_batch_stride + column * p.output_leading + row];
    }
};

// One block for each tile. The guard of the output looks at the index inside of the tile.
template <class T>
__global__ void guarded_by_the_local_index(bool wrong, matrices<T> m) {
    __shared__ T elements[tile][tile + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t row = blockIdx.y * tile, column = blockIdx.x * tile;
    if (m.inside(row + y, column + x)) elements[y][x] = m.from(row + y, column + x);
    __syncthreads();
    if (row + x < m.p.rows && (wrong ? y : column + y) < m.p.columns)
        m.to(row + x, column + y) = elements[x][y];
}

// Tiles in groups of eight columns, for the second level cache. The last group may be narrower.
template <class T>
__global__ void remaps_blocks_in_groups(bool wrong, matrices<T> m) {
    constexpr unsigned group = 8;
    const unsigned number = blockIdx.y * gridDim.x + blockIdx.x;
    const unsigned first = number / (group * gridDim.y) * group;
    const unsigned left = gridDim.x - first;
    const unsigned width = wrong || left > group ? group : left;
    const unsigned in_group = number % (group * gridDim.y);
    const long_index_t row = in_group / width * tile + threadIdx.y;
    const long_index_t column = (first + in_group % width) * tile + threadIdx.x;
    if (m.inside(row, column)) m.to(row, column) = m.from(row, column);
}

// Room for the tile is asked for in elements (below), where bytes are meant.
template <class T>
__global__ void counts_shared_memory_in_elements(bool, matrices<T> m) {
    HIP_DYNAMIC_SHARED(T, elements);
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t row = blockIdx.y * tile, column = blockIdx.x * tile;
    if (m.inside(row + y, column + x)) elements[y * (tile + 1) + x] = m.from(row + y, column + x);
    __syncthreads();
    if (m.inside(row + x, column + y)) m.to(row + x, column + y) = elements[x * (tile + 1) + y];
}

// A block goes along its row of tiles, forth and back in turns. What decides the direction is made
// from the number of tiles instead of the number of the row, on one of the two sides.
template <class T>
__global__ void sweeps_by_the_wrong_parity(bool wrong, matrices<T> m) {
    const unsigned tiles = static_cast<unsigned>((m.p.columns + tile - 1) / tile);
    const long_index_t row = blockIdx.y * tile + threadIdx.y;
    for (unsigned s = 0; s < tiles; ++s) {
        const bool back = blockIdx.y % 2 == 1;
        const bool back_for_output = wrong ? (blockIdx.y + tiles - 1) % 2 == 1 : back;
        const long_index_t column = (back ? tiles - 1 - s : s) * tile + threadIdx.x;
        const long_index_t to = (back_for_output ? tiles - 1 - s : s) * tile + threadIdx.x;
        if (m.inside(row, column) && m.inside(row, to)) m.to(row, to) = m.from(row, column);
    }
}

template <class T>
__global__ void forgets_the_barrier(bool wrong, matrices<T> m) {
    __shared__ T elements[tile][tile + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t row = blockIdx.y * tile, column = blockIdx.x * tile;
    if (m.inside(row + y, column + x)) elements[y][x] = m.from(row + y, column + x);
    if (!wrong) __syncthreads();
    if (m.inside(row + x, column + y)) m.to(row + x, column + y) = elements[x][y];
}

// A block goes along its row of tiles through one tile of shared memory.
template <class T>
__global__ void fills_the_tile_too_early(bool wrong, matrices<T> m) {
    __shared__ T elements[tile][tile + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t row = blockIdx.y * tile;
    for (long_index_t column = 0; column < m.p.columns; column += tile) {
        if (m.inside(row + y, column + x)) elements[y][x] = m.from(row + y, column + x);
        __syncthreads();
        if (m.inside(row + x, column + y)) m.to(row + x, column + y) = elements[x][y];
        if (!wrong) __syncthreads();
    }
}

// ... and loads the element of the next tile while this one is stored: behind the last tile, too.
template <class T>
__global__ void fetches_a_tile_too_many(bool wrong, matrices<T> m) {
    const long_index_t row = blockIdx.y * tile + threadIdx.y;
    T next = m.inside(row, threadIdx.x) ? m.from(row, threadIdx.x) : T(0);
    for (long_index_t column = threadIdx.x; column < m.p.columns; column += tile) {
        const T now = next;
        if (row < m.p.rows && (wrong || column + tile < m.p.columns))
            next = m.from(row, column + tile);
        if (m.inside(row, column)) m.to(row, column) = now;
    }
}

// Zeros are not stored, for they are thought to be all alike.
template <class T>
__global__ void takes_zeros_for_one(bool wrong, matrices<T> m) {
    const long_index_t row = blockIdx.y * tile + threadIdx.y;
    const long_index_t column = blockIdx.x * tile + threadIdx.x;
    if (!m.inside(row, column)) return;
    T value = m.from(row, column);
    const T without_sign = static_cast<T>(value << 1);
    if (wrong && without_sign == 0) value = 0;
    m.to(row, column) = value;
}

// Threads beyond the matrix take the last row's place instead of none.
template <class T>
__global__ void lets_padded_rows_alias(bool wrong, matrices<T> m) {
    __shared__ T elements[tile][tile + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const long_index_t row = blockIdx.y * tile, column = blockIdx.x * tile;
    elements[y][x] = m.inside(row + y, column + x) ? m.from(row + y, column + x) : T(0);
    __syncthreads();
    const long_index_t at = row + x < m.p.rows || !wrong ? row + x : m.p.rows - 1;
    if (m.inside(at, column + y)) m.to(at, column + y) = elements[x][y];
}

template <class T>
using kernel = void (*)(bool, matrices<T>);

struct exhibit {
    const char* name;
    kernel<std::uint8_t> of_1;
    kernel<std::uint16_t> of_2;
    kernel<std::uint32_t> of_4;
    kernel<std::uint64_t> of_8;
    bool goes_along_rows = false;
    std::size_t shared_elements = 0;  // dynamic
};

template <class T>
void launch(const exhibit& e, kernel<T> k, bool wrong, const transpose_problem& p, const void* in,
            void* out, void* stream) {
    const dim3 grid(e.goes_along_rows ? 1 : blocks_for(p.columns, tile), blocks_for(p.rows, tile),
                    static_cast<unsigned>(p.batch));
    const std::size_t shared = e.shared_elements * (wrong ? 1 : sizeof(T));
    hipLaunchKernelGGL(k, grid, dim3(tile, tile), shared,
                       kernels::TILEPROOF_DEVICE::on_stream(stream), wrong,
                       matrices<T>{p, static_cast<const T*>(in), static_cast<T*>(out)});
    kernels::TILEPROOF_DEVICE::check_launch(e.name);
}

// One launch is all that an exhibit makes, and its grid has one block in y for each 16 rows, one in z for each matrix.
std::string refusal(const transpose_problem& p) {
    using namespace kernels::TILEPROOF_DEVICE;
    std::string no = kernels::transpose_refusal(p);
    if (no.empty() && (p.rows > most_blocks_y * tile || p.columns > most_blocks_x(tile) * tile ||
                       p.batch > most_blocks_y))
        no = std::to_string(p.batch) + " matrices of " + std::to_string(p.rows) + " x " +
             std::to_string(p.columns) + " elements need a larger grid than there is: at most " +
             std::to_string(most_blocks_y) + " blocks in y and in z.";
    return no;
}

transpose_kernel make(const exhibit& e, bool wrong) {
    transpose_kernel k;
    k.name = std::string(e.name) + (wrong ? "" : ", right");
    k.description = "of the museum";
    k.refusal = refusal;
    k.start = [e, wrong](const transpose_problem& p, const void* in, void* out, void* stream) {
        if (std::string no = refusal(p); !no.empty()) throw kernels::device_error(no);
        if (p.rows == 0 || p.columns == 0 || p.batch == 0) return;
        switch (p.element_bytes) {
            case 1:
                return launch(e, e.of_1, wrong, p, in, out, stream);
            case 2:
                return launch(e, e.of_2, wrong, p, in, out, stream);
            case 4:
                return launch(e, e.of_4, wrong, p, in, out, stream);
            default:
                return launch(e, e.of_8, wrong, p, in, out, stream);
        }
    };
    return k;
}

#define EXHIBIT(name, ...)                                                         \
    exhibit {                                                                      \
#name, name < std::uint8_t>, name < std::uint16_t>, name < std::uint32_t>, \
            name < std::uint64_t>, __VA_ARGS__                                     \
    }

std::vector<transpose_kernel> all_of_them() {
    std::vector<transpose_kernel> all;
    for (const exhibit& e :
         {EXHIBIT(guarded_by_the_local_index, false), EXHIBIT(remaps_blocks_in_groups, false),
          EXHIBIT(counts_shared_memory_in_elements, false, tile * (tile + 1)),
          EXHIBIT(sweeps_by_the_wrong_parity, true), EXHIBIT(forgets_the_barrier, false),
          EXHIBIT(fills_the_tile_too_early, true), EXHIBIT(fetches_a_tile_too_many, true),
          EXHIBIT(takes_zeros_for_one, false), EXHIBIT(lets_padded_rows_alias, false)})
        for (const bool wrong : {true, false}) all.push_back(make(e, wrong));
    return all;
}

}  // namespace

const std::vector<transpose_kernel>& transposes() {
    static const std::vector<transpose_kernel> all = all_of_them();
    return all;
}

}  // namespace tileproof::museum::TILEPROOF_DEVICE
