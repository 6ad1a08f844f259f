// SPDX-License-Identifier: MIT
// load_tile_transpose: a tile read from memory with X0 and X1 exchanged, under CK Tile's name.
//
//   H=[[4],[4,4,4]] P=[[2,0;1,0;2,1]] Y=[2,2]      4 rows of 64 elements of 16 bits, by 64 lanes
//   H=[[64],[4]] P=[[1,0]] Y=[2,0]                 what load_tile_transpose gives: lane j holds column j
//
// The instruction of gfx950 that CK Tile's newer versions use for it reads each lane's part of a block (4 rows of
// elements of 16 bits, or 8 rows of 8 bits; 16, 32 or 64 columns) and exchanges them between lanes. The result is the
// same tile when each lane reads its own column, which works on every device; a window whose distribution the
// instruction could not read is refused here too.
#pragma once

#include <tileproof/tile/tile_distribution_derive.hpp>
#include <tileproof/tile/tile_window.hpp>

namespace tileproof {

namespace detail {

// The distribution after the exchange, with `lanes` columns in a block; no X dims if the encoding does not end in such
// blocks: H0 in (rows), H1 in (lanes / 16, 16 / rows, rows), the last P in (2,0), (1,0), (2,1) of them, the last Y in (2,2).
constexpr TILEPROOF_HOST_DEVICE tile_encoding exchanged_blocks(const tile_encoding& e, int lanes,
                                                               int bytes) {
    const long_index_t rows = bytes == 2 ? 4 : 8;
    const long_index_t block[] = {lanes / 16, 16 / rows, rows};
    if (bytes > 2 || e.h.size() != 2 || e.h[0].size() < 1 || e.h[1].size() < 3 || e.p.empty() ||
        e.y.empty())
        return {};
    const int outer0 = e.h[0].size() - 1, outer1 = e.h[1].size() - 3, last = e.p.size() - 1;
    const int shared = e.p[last].size() - 3;  // digits of lanes that choose a block
    bool ends =
        e.h[0][outer0] == rows && shared >= 0 && e.y[e.y.size() - 1] == rh_id{2, outer1 + 2};
    for (int i = 0; i < 3; ++i) ends = ends && e.h[1][outer1 + i] == block[i];
    const rh_id digits[] = {{2, outer1}, {1, outer0}, {2, outer1 + 1}};
    for (int i = 0; ends && i < 3; ++i) ends = e.p[last][shared + i] == digits[i];
    if (!ends) return {};

    const auto exchanged = [](rh_id id) {
        return rh_id{id.major == 0 ? 0 : 3 - id.major, id.minor};
    };
    tile_encoding to;
    to.r = e.r;
    to.h.push_back({});
    to.h.push_back({});
    for (int i = 0; i < outer1; ++i) to.h[0].push_back(e.h[1][i]);
    for (int i = 0; i < outer0; ++i) to.h[1].push_back(e.h[0][i]);
    to.h[0].push_back(lanes);
    to.h[1].push_back(rows);
    for (int p = 0; p <= last; ++p) {
        to.p.push_back({});
        for (int i = 0; i < (p == last ? shared : e.p[p].size()); ++i)
            to.p[p].push_back(exchanged(e.p[p][i]));
    }
    to.p[last].push_back({1, outer1});
    for (int i = 0; i + 1 < e.y.size(); ++i) to.y.push_back(exchanged(e.y[i]));
    to.y.push_back({2, outer0});
    return to;
}

template <class Encoding, class T>
struct exchanged {
    static constexpr tile_encoding value = [] {
        tile_encoding found;
        for (int lanes = 64; lanes >= 16 && found.h.empty(); lanes /= 2)
            found = exchanged_blocks(Encoding::value, lanes, sizeof(T));
        return found;
    }();
    static_assert(!value.h.empty(),
                  "load_tile_transpose: the window's distribution does not end in blocks of 4 "
                  "rows (8 for elements of 8 bits) and 16, 32 or 64 columns that the "
                  "instruction can read");
};

}  // namespace detail

// offset: elements to skip in memory.
template <class View, class Distribution>
constexpr TILEPROOF_HOST_DEVICE auto load_tile_transpose_with_offset(
    const tile_window<View, Distribution>& window, index_t offset) {
    using element = typename View::element_type;
    using source = detail::exchanged<typename Distribution::encoding, element>;
    auto tile = make_static_distributed_tensor<element>(
        make_static_tile_distribution(typename detail::encoding_of<source>::type{}));
    using distribution = typename decltype(tile)::distribution;
    const auto mine = distribution::calculate_index(window.get_partition_index());
    unroll<distribution::num_registers>([&](auto i) {
        constexpr auto of_y = distribution::calculate_index_of_y(
            typename distribution::template y_of_register<static_cast<int>(i.value)>{});
        typename tile_window<View, Distribution>::x_index x = window.get_window_origin();
        x[0] += mine[1] + of_y[1];
        x[1] += mine[0] + of_y[0];
        const View& view = window.get_bottom_tensor_view();
        tile.get_thread_buffer()[i.value] = view.template get_vectorized_elements<element>(
            make_tensor_coordinate(view.get_tensor_descriptor(), x), offset);
    });
    return tile;
}
template <class View, class Distribution>
constexpr TILEPROOF_HOST_DEVICE auto load_tile_transpose(
    const tile_window<View, Distribution>& window) {
    return load_tile_transpose_with_offset(window, 0);
}

}  // namespace tileproof
