// SPDX-License-Identifier: MIT
// Loops over the registers of a tile: sweep_tile, sweep_tile_span, and functions applied to each element.
//
//   sweep_tile(tile, [&](auto i) { tile(i) = 2 * tile[i]; });            // every register
//   constexpr auto spans = Tile::get_distributed_spans();                // row sums:
//   sweep_tile_span(spans.template get<0>(), [&](auto i) {
//       sweep_tile_span(spans.template get<1>(), [&](auto j) { sum(make_tuple(i)) += tile[make_tuple(i, j)]; });
//   });
//   auto c = tile_elementwise_in([](float a, float b) { return a + b; }, a, b);
//   tile_elementwise_inout([](float& a, float b) { a += b; }, a, b);
//
// The loops are unrolled: the index is a type. Rows before columns: the digits of X0 are the slowest.
#pragma once

#include <tileproof/tile/static_distributed_tensor.hpp>

namespace tileproof {

namespace detail {

consteval long_index_t digit_of_place(int position, int dim, auto lengths) {
    for (int i = lengths.size() - 1; i > dim; --i) position /= static_cast<int>(lengths[i]);
    return position % lengths[dim];
}
template <class Lengths, int Place, int... Dim>
auto span_index(std::integer_sequence<int, Dim...>)
    -> tile_distributed_index<digit_of_place(Place, Dim, Lengths::to_array())...>;

// Distributed index number `Place` of a span.
template <class Span, int Place>
using span_index_t = decltype(span_index<typename Span::lengths, Place>(
    std::make_integer_sequence<int, Span::lengths::size()>{}));

template <class Tensor>
using spans_t = decltype(Tensor::get_distributed_spans());

template <class Spans, class F, class... Indices>
constexpr TILEPROOF_HOST_DEVICE void sweep_spans(const F& f, Indices... indices) {
    if constexpr (sizeof...(Indices) == Spans::size()) {
        f(tuple<Indices...>{});
    } else {
        using span = tuple_element_t<sizeof...(Indices), Spans>;
        unroll<span::size>([&](auto i) {
            sweep_spans<Spans>(f, indices..., span_index_t<span, static_cast<int>(i.value)>{});
        });
    }
}

template <class A, class B>
inline constexpr bool same_spans = std::is_same_v<spans_t<A>, spans_t<B>>;

// The next digit from `i` on that contributes to X; a digit of length 1 contributes nothing.
consteval int next_x_digit(const tile_map& m, int i) {
    while (i < m.digits.size() && (m.digits[i].dim.major == 0 || m.digits[i].length == 1)) ++i;
    return i;
}
// Whether every lane holds the same X in both tiles, in registers with the same distributed index: the digits of X
// must have the same meaning. Which Y owns a digit does not matter, nor do replicas.
consteval bool hold_alike(const tile_map& a, const tile_map& b) {
    int i = next_x_digit(a, 0), k = next_x_digit(b, 0);
    for (; i < a.digits.size() && k < b.digits.size();
         i = next_x_digit(a, i + 1), k = next_x_digit(b, k + 1)) {
        const tile_digit &s = a.digits[i], &t = b.digits[k];
        if (s.dim.major != t.dim.major || s.length != t.length ||
            s.target_weight != t.target_weight || s.owner_is_p != t.owner_is_p ||
            (s.owner_is_p && (s.owner != t.owner || s.owner_weight != t.owner_weight)))
            return false;
    }
    return i == a.digits.size() && k == b.digits.size();
}
template <class A, class B>
inline constexpr bool same_holders = hold_alike(A::encoding::map, B::encoding::map);

}  // namespace detail

// f(index) for every distributed index of a span, in order.
template <class Span, class F>
constexpr TILEPROOF_HOST_DEVICE void sweep_tile_span(Span, F&& f) {
    unroll<Span::size>([&](auto i) { f(detail::span_index_t<Span, static_cast<int>(i.value)>{}); });
}

// f(tuple of distributed indices) for every register of the tile.
template <class Tensor, class F>
constexpr TILEPROOF_HOST_DEVICE void sweep_tile(const Tensor&, const F& f) {
    detail::sweep_spans<detail::spans_t<Tensor>>(f);
}
template <class Tensor, class F>
constexpr TILEPROOF_HOST_DEVICE void sweep_tile(const F& f) {
    detail::sweep_spans<detail::spans_t<Tensor>>(f);
}

// f(first element, elements of the others..) for every element; f may write elements that it takes by reference. The
// tiles must hold the same X in the same lanes; the order of their Y dims is free.
template <class F, class Tensor, class... Others>
constexpr TILEPROOF_HOST_DEVICE void tile_elementwise_inout(F&& f, Tensor& tile,
                                                            Others&... others) {
    static_assert(
        (... && detail::same_spans<Tensor, std::remove_const_t<Others>>),
        "tile_elementwise_inout: the tiles split their X dims into registers differently");
    static_assert((... && detail::same_holders<Tensor, Others>),
                  "tile_elementwise_inout: the tiles do not hold the same X in the same lanes");
    sweep_tile(tile, [&](auto i) { f(tile(i), others[i]...); });
}

// A new tile of f(element, elements of the others..), distributed like the first.
template <class F, class Tensor, class... Others>
constexpr TILEPROOF_HOST_DEVICE auto tile_elementwise_in(F&& f, const Tensor& tile,
                                                         const Others&... others) {
    static_assert((... && detail::same_spans<Tensor, Others>),
                  "tile_elementwise_in: the tiles split their X dims into registers differently");
    static_assert((... && detail::same_holders<Tensor, Others>),
                  "tile_elementwise_in: the tiles do not hold the same X in the same lanes");
    using result =
        std::remove_cvref_t<decltype(f(std::declval<const typename Tensor::data_type&>(),
                                       std::declval<const typename Others::data_type&>()...))>;
    auto out = make_static_distributed_tensor<result>(Tensor::get_tile_distribution());
    sweep_tile(tile, [&](auto i) { out(i) = f(tile[i], others[i]...); });
    return out;
}

// tile_elementwise: the usual name of tile_elementwise_in.
template <class F, class Tensor, class... Others>
constexpr TILEPROOF_HOST_DEVICE auto tile_elementwise(F&& f, const Tensor& tile,
                                                      const Others&... others) {
    return tile_elementwise_in(static_cast<F&&>(f), tile, others...);
}

template <class Tensor>
constexpr TILEPROOF_HOST_DEVICE void set_tile(Tensor& tile,
                                              const typename Tensor::data_type& value) {
    tile.initialize(value);
}
template <class Tensor>
constexpr TILEPROOF_HOST_DEVICE void clear_tile(Tensor& tile) {
    tile.initialize(typename Tensor::data_type{});
}
// The same tile in another type; each element by static_cast.
template <class T, class Tensor>
constexpr TILEPROOF_HOST_DEVICE auto cast_tile(const Tensor& tile) {
    return tile_elementwise_in([](const auto& v) { return static_cast<T>(v); }, tile);
}

}  // namespace tileproof
