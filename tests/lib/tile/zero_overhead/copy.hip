// SPDX-License-Identifier: MIT
// The copy kernel's body with windows and distributions (<name>_descriptor), and as a person would write it
// (<name>_by_hand): the first must not have more instructions. Only builtins are used, so that no device
// library is needed; shapes, problem and policy are the real ones.
#include "../../../../kernels/copy/tile_copy_policy.hpp"

#include <tileproof/tile/sweep_tile.hpp>

using namespace tileproof;
using namespace tileproof::kernels;

#define KERNEL(threads) \
    extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, threads))) void
#define DEVICE static inline __attribute__((device))

DEVICE int thread() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }
DEVICE unsigned block() { return __builtin_amdgcn_workgroup_id_x(); }  // unsigned as blockIdx.x is

// Elements before the first row of this block. The rows of one block fit in Index, so that the product of
// two 32-bit numbers does.
template <int BlockM, class Index>
DEVICE long_index_t rows_of_block(long_index_t leading) {
    return static_cast<long_index_t>(block()) *
           (static_cast<std::make_unsigned_t<Index>>(leading) * BlockM);
}

template <class T>
using arguments = tile_copy_arguments<T>;

template <class Problem, class F>
DEVICE void copy(const arguments<typename Problem::element>& a, F each) {
    using shape = typename Problem::shape;
    using index = typename Problem::index;
    constexpr auto distribution = tile_copy_policy::make_dram_distribution<Problem>();
    constexpr sequence<shape::block_m, shape::block_n> lengths{};
    const auto p = distribution.get_partition_index(thread());
    const long_index_t first = static_cast<long_index_t>(block()) * shape::block_m;
    const long_index_t left = a.rows - first;
    const auto rows = static_cast<index_t>(left < shape::block_m ? left : shape::block_m);
    const auto columns = static_cast<index>(a.columns);
    auto from = make_tile_window(tile_copy_policy::make_dram_view<Problem>(
                                     a.in + rows_of_block<shape::block_m, index>(a.input_leading),
                                     rows, columns, static_cast<index>(a.input_leading)),
                                 lengths, make_tuple(0, 0), distribution, p);
    auto to = make_tile_window(tile_copy_policy::make_dram_view<Problem>(
                                   a.out + rows_of_block<shape::block_m, index>(a.output_leading),
                                   rows, columns, static_cast<index>(a.output_leading)),
                               lengths, make_tuple(0, 0), distribution, p);
    for (index n = 0; n < columns; n += shape::block_n) {
        store_tile(to, tile_elementwise_in(each, load_tile(from)));
        move_tile_window(from, make_tuple(number<0>{}, number<shape::block_n>{}));
        move_tile_window(to, make_tuple(number<0>{}, number<shape::block_n>{}));
    }
}

template <class T, int N>
using vector = T __attribute__((ext_vector_type(N)));

template <class T, class F>
DEVICE void narrow_by_hand(const arguments<T>& a, F each) {
    using four = vector<T, 4>;
    const long_index_t first = static_cast<long_index_t>(block()) * 512;
    const long_index_t left = a.rows - first;
    const int rows = static_cast<int>(left < 512 ? left : 512),
              columns = static_cast<int>(a.columns);
    const int input_leading = static_cast<int>(a.input_leading);
    const int output_leading = static_cast<int>(a.output_leading);
    const T* in = a.in + rows_of_block<512, index_t>(a.input_leading);
    T* out = a.out + rows_of_block<512, index_t>(a.output_leading);
    for (int n = 0; n < columns; n += 4) {
        four v[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = i * 256 + thread();
            v[i] = four{};
            if (row < rows) v[i] = *reinterpret_cast<const four*>(in + row * input_leading + n);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = i * 256 + thread();
            if (row < rows)
                *reinterpret_cast<four*>(out + row * output_leading + n) =
                    four{each(v[i].x), each(v[i].y), each(v[i].z), each(v[i].w)};
        }
    }
}

// Vectors of four, rows padded.
KERNEL(256) copy_descriptor(arguments<float> a) {
    copy<tile_copy_problem<float, narrow_copy_shape, 4>>(a, [](float x) { return x; });
}
KERNEL(256) copy_by_hand(arguments<float> a) {
    narrow_by_hand(a, [](float x) { return x; });
}

KERNEL(256) half_copy_descriptor(arguments<unsigned short> a) {
    copy<tile_copy_problem<unsigned short, narrow_copy_shape, 4>>(a, [](auto x) { return x; });
}
KERNEL(256) half_copy_by_hand(arguments<unsigned short> a) {
    narrow_by_hand(a, [](auto x) { return x; });
}

// A function of each element on the way.
KERNEL(256) scaled_copy_descriptor(arguments<float> a) {
    copy<tile_copy_problem<float, narrow_copy_shape, 4>>(a, [](float x) { return 3 * x + 1; });
}
KERNEL(256) scaled_copy_by_hand(arguments<float> a) {
    narrow_by_hand(a, [](float x) { return 3 * x + 1; });
}

// Nothing guaranteed: one element at a time, rows and columns padded.
KERNEL(256) any_copy_descriptor(arguments<float> a) {
    copy<tile_copy_problem<float, narrow_copy_shape, 1, long_index_t>>(a,
                                                                       [](float x) { return x; });
}
KERNEL(256) any_copy_by_hand(arguments<float> a) {
    const long_index_t first = static_cast<long_index_t>(block()) * 512;
    const long_index_t left = a.rows - first;
    const int rows = static_cast<int>(left < 512 ? left : 512),
              columns = static_cast<int>(a.columns);
    const int input_leading = static_cast<int>(a.input_leading);
    const int output_leading = static_cast<int>(a.output_leading);
    const float* in = a.in + rows_of_block<512, index_t>(a.input_leading);
    float* out = a.out + rows_of_block<512, index_t>(a.output_leading);
    for (int n = 0; n < columns; n += 4) {
        float v[2][4];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const int row = i * 256 + thread(), column = n + j;
                v[i][j] = 0;
                if (row < rows && column < columns) v[i][j] = in[row * input_leading + column];
            }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const int row = i * 256 + thread(), column = n + j;
                if (row < rows && column < columns) out[row * output_leading + column] = v[i][j];
            }
    }
}

// Eight long rows: a wave moves 64 vectors of a row, rows and columns padded.
KERNEL(256) wide_copy_descriptor(arguments<float> a) {
    copy<tile_copy_problem<float, wide_copy_shape<4>, 4>>(a, [](float x) { return x; });
}
KERNEL(256) wide_copy_by_hand(arguments<float> a) {
    using four = vector<float, 4>;
    const long_index_t first = static_cast<long_index_t>(block()) * 8;
    const long_index_t left = a.rows - first;
    const int rows = static_cast<int>(left < 8 ? left : 8), columns = static_cast<int>(a.columns);
    const int input_leading = static_cast<int>(a.input_leading);
    const int output_leading = static_cast<int>(a.output_leading);
    const float* in = a.in + rows_of_block<8, index_t>(a.input_leading);
    float* out = a.out + rows_of_block<8, index_t>(a.output_leading);
    const int wave = static_cast<int>(static_cast<unsigned>(thread()) / 64);
    const int lane = static_cast<int>(static_cast<unsigned>(thread()) % 64);
    for (int n = 0; n < columns; n += 256) {
        four v[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = i * 4 + wave, column = n + 4 * lane;
            v[i] = four{};
            if (row < rows && column < columns)
                v[i] = *reinterpret_cast<const four*>(in + row * input_leading + column);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = i * 4 + wave, column = n + 4 * lane;
            if (row < rows && column < columns)
                *reinterpret_cast<four*>(out + row * output_leading + column) = v[i];
        }
    }
}
