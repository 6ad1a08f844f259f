// SPDX-License-Identifier: MIT
// tile_distributed_index: names a register by its Y digits in each X.
//
//   H = ((4, 32), (2, 4)), Y = (H0 digit 0, H1 digit 1):   spans   tile_distributed_span<4>, tile_distributed_span<4>
//   make_tuple(tile_distributed_index<1>{}, tile_distributed_index<2>{})     is Y (1, 2)
//
// The same index means the same element in two tiles that list their Y dims in different orders.
#pragma once

#include <tileproof/tile/tile_distribution_encoding.hpp>

namespace tileproof {

// The Y digits of one X dim, slowest first. Its span has the lengths of those digits.
template <index_t... Digits>
struct tile_distributed_index {
    using digits = sequence<Digits...>;
    using Impl = digits;
    static constexpr digits impl_{};
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }
};
template <index_t... Lengths>
struct tile_distributed_span {
    using lengths = sequence<Lengths...>;
    using Impl = lengths;
    static constexpr lengths impl_{};
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }
    static constexpr int size = static_cast<int>((1 * ... * Lengths));
};

namespace detail {

// The number of Y dims of X dim `x`, and the n-th of them, in the order of their H dims.
consteval int count_y_of_x(const tile_encoding& e, int x) {
    int count = 0;
    for (const rh_id id : e.y) count += id.major == x + 1 ? 1 : 0;
    return count;
}
consteval int y_of_x(const tile_encoding& e, int x, int n) {
    for (int minor = 0; minor < e.h[x].size(); ++minor) {
        const tile_user user = find_user(e, {x + 1, minor});
        if (!user.is_p && n-- == 0) return user.index;
    }
    return -1;
}
// The position of Y dim `y` among those of its X dim.
consteval int rank_of_y(const tile_encoding& e, int y) {
    int rank = 0;
    for (const rh_id id : e.y) rank += id.major == e.y[y].major && id.minor < e.y[y].minor ? 1 : 0;
    return rank;
}
consteval int x_of_y_dim(const tile_encoding& e, int y) { return e.y[y].major - 1; }

template <class Encoding, int X, int... N>
auto span_of(std::integer_sequence<int, N...>)
    -> tile_distributed_span<Encoding::map.y_lengths[y_of_x(Encoding::value, X, N)]...>;
template <class Encoding, int... X>
auto spans_of(std::integer_sequence<int, X...>) -> tuple<decltype(span_of<Encoding, X>(
    std::make_integer_sequence<int, count_y_of_x(Encoding::value, X)>{}))...>;

// The Y sequence of a tuple of distributed indices.
template <class Encoding, class Indices, int... Y>
auto y_of_indices(std::integer_sequence<int, Y...>)
    -> sequence<tuple_element_t<x_of_y_dim(Encoding::value, Y), Indices>::digits::at(
        rank_of_y(Encoding::value, Y))...>;

}  // namespace detail

}  // namespace tileproof
