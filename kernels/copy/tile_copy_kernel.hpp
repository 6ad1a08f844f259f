// SPDX-License-Identifier: MIT
// Part 4 of the copy kernel, the kernel itself. A block takes block_m rows and moves along them, tile by tile.
//
// The ways through a tile, as in the tutorial: registers (load, store), LDS (load, through shared memory to other
// threads, store), element-wise (load, a function of each element, store), one wave of each block alone (load, store).
#pragma once

#include <hip/hip_runtime.h>

#include <tileproof/tile/shuffle_tile.hpp>

#include "kernels/copy/tile_copy_policy.hpp"
#include "kernels/tile_window.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

enum class copy_way { registers, lds, elementwise, one_wave };

template <class Problem, copy_way Way, class Policy = tile_copy_policy>
struct tile_copy_kernel {
    using element = typename Problem::element;
    using shape = typename Problem::shape;
    using index = typename Problem::index;
    using arguments = tile_copy_arguments<element>;
    static constexpr int block_size = shape::block_size;
    // Elements of shared memory per block.
    static constexpr int lds_elements = Way == copy_way::lds ? shape::block_m * shape::block_n : 1;

    static long_index_t grid_size(long_index_t rows) {
        return (rows + shape::block_m - 1) / shape::block_m;
    }

    __device__ void operator()(const arguments& a, element* lds) const {
        if (Way == copy_way::one_wave && static_cast<int>(threadIdx.x) / shape::lanes != a.wave)
            return;
        constexpr auto distribution = [] {
            if constexpr (Way == copy_way::one_wave)
                return Policy::template make_replicated_distribution<Problem>();
            else
                return Policy::template make_dram_distribution<Problem>();
        }();
        constexpr sequence<shape::block_m, shape::block_n> tile_lengths{};

        // The block's own rows; within them a 32-bit index suffices.
        const long_index_t first = static_cast<long_index_t>(blockIdx.x) * shape::block_m;
        const long_index_t left = a.rows - first;
        const auto rows = static_cast<index_t>(left < shape::block_m ? left : shape::block_m);
        const auto columns = static_cast<index>(a.columns);
        auto from = make_tile_window(
            Policy::template make_dram_view<Problem>(a.in + rows_above(a.input_leading), rows,
                                                     columns, static_cast<index>(a.input_leading)),
            tile_lengths, make_tuple(0, 0), distribution);
        const auto out =
            Policy::template make_dram_view<Problem>(a.out + rows_above(a.output_leading), rows,
                                                     columns, static_cast<index>(a.output_leading));

        if constexpr (Way == copy_way::lds) {
            constexpr auto reader = Policy::template make_lds_read_distribution<Problem>();
            const auto shared = make_naive_tensor_view_packed<address_space_enum::lds>(
                lds, make_tuple(number<shape::block_m>{}, number<shape::block_n>{}));
            const auto written =
                make_tile_window(shared, tile_lengths, make_tuple(0, 0), distribution);
            const auto read = make_tile_window(shared, tile_lengths, make_tuple(0, 0), reader);
            auto to = make_tile_window(out, tile_lengths, make_tuple(0, 0), reader);
            for (index n = 0; n < columns; n += shape::block_n) {
                store_tile(written, load_tile(from));
                __syncthreads();
                store_tile(to, load_tile(read));
                __syncthreads();  // before the next tile overwrites data still being read
                advance(from, to);
            }
        } else {
            auto to = make_tile_window(out, tile_lengths, make_tuple(0, 0), distribution);
            for (index n = 0; n < columns; n += shape::block_n) {
                const auto tile = load_tile(from);
                if constexpr (Way == copy_way::elementwise) {
                    store_tile(to, tile_elementwise_in([](const element& x) { return x; }, tile));
                } else {
                    store_tile(to, tile);
                }
                advance(from, to);
            }
        }
    }

  private:
    // Elements before the block's first row. The rows of one block fit in the problem's index, so this is a single
    // product of two 32-bit numbers.
    static __device__ long_index_t rows_above(long_index_t leading) {
        return static_cast<long_index_t>(blockIdx.x) *
               (static_cast<std::make_unsigned_t<index>>(leading) * shape::block_m);
    }
    static __device__ void advance(auto& from, auto& to) {
        move_tile_window(from, make_tuple(number<0>{}, number<shape::block_n>{}));
        move_tile_window(to, make_tuple(number<0>{}, number<shape::block_n>{}));
    }
};

template <class Kernel>
__global__ void __launch_bounds__(Kernel::block_size)
    tile_copy(typename Kernel::arguments arguments) {
    alignas(16) __shared__ typename Kernel::element lds[Kernel::lds_elements];
    Kernel{}(arguments, lds);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
