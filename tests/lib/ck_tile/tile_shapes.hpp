// SPDX-License-Identifier: MIT
// What the calls of tiles are tried with (call.hpp), by threads of a block of 256. Expected values are worked out by
// hand: in `copy`, thread 37 of warp 0 has lane 37 = 2 * 18 + 1, so row 18 and columns 4 to 7 of each 32 rows that its
// warp has.
#pragma once

#include "call.hpp"

namespace {

// 128 x 8: row = 32 Y0 + lane / 2 (one warp), column = 4 (lane % 2) + Y1.
using copy =
    tile_distribution_encoding<sequence<1>, tuple<sequence<4, 1, 32>, sequence<2, 4>>,
                               tuple<sequence<1>, sequence<1, 2>>,
                               tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>, sequence<0, 1>>;
// 256 x 8 on four warps: row = 128 Y0 + 32 warp + lane / 2.
using wide =
    tile_distribution_encoding<sequence<1>, tuple<sequence<2, 4, 32>, sequence<2, 4>>,
                               tuple<sequence<1>, sequence<1, 2>>,
                               tuple<sequence<1>, sequence<2, 0>>, sequence<1, 2>, sequence<0, 1>>;
// Sums of rows of `copy`: 128 rows, each held by both lanes of a pair.
using rows =
    tile_distribution_encoding<sequence<1, 2>, tuple<sequence<4, 1, 32>>,
                               tuple<sequence<1>, sequence<1, 0>>,
                               tuple<sequence<1>, sequence<2, 1>>, sequence<1>, sequence<0>>;
// 256 x 8: row = 64 Y0 + lane, column = Y1.
using columns =
    tile_distribution_encoding<sequence<>, tuple<sequence<4, 64>, sequence<8>>, tuple<sequence<1>>,
                               tuple<sequence<1>>, sequence<1, 2>, sequence<0, 0>>;
constexpr auto d = make_static_tile_distribution(copy{});
using distribution = remove_cvref_t<decltype(d)>;
constexpr auto lengths = make_tuple(number<128>{}, number<8>{});

// 128 x 16 numbers: element (i, j) is 16 i + j.
struct table {
    alignas(16) float data[128 * 16 + 16] = {};  // as vectors of four are read
    OF_CALLS table() {
        for (int i = 0; i < 128 * 16; ++i) data[i] = static_cast<float>(i);
    }
    OF_CALLS auto view() {
        return make_naive_tensor_view<address_space_enum::global>(
            data, make_tuple(128, 16), make_tuple(16, 1), number<4>{}, number<1>{});
    }
};
// Register i holds i.
template <class Distribution>
OF_CALLS auto numbered(const Distribution& of) {
    auto t = make_static_distributed_tensor<float>(of);
    static_for<0, decltype(t)::get_thread_buffer_size(), 1>{}(
        [&](auto i) { t.get_thread_buffer()(i) = static_cast<float>(i.value); });
    return t;
}
template <class Tile>
OF_CALLS float held(const Tile& tile, index_t i) {
    return tile.get_thread_buffer()[i];
}

}  // namespace
