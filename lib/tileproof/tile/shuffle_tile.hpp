// SPDX-License-Identifier: MIT
// Moving elements between the registers of a thread: shuffle_tile, transpose_tile2d, slices.
//
//   shuffle_tile(out, in);        the same tile, Y dims listed in another order
//   transpose_tile2d(out, in);    out[j][i] = in[i][j], where the same lane holds both
//   auto part = get_slice_tile(tile, sequence<32, 0>{}, sequence<96, 8>{});    rows 32..95
//   set_slice_tile(tile, part, sequence<32, 0>{}, sequence<96, 8>{});          and back
//
// None of them moves anything between lanes; whether the encodings allow that is checked at compile time.
#pragma once

#include <tileproof/tile/sweep_tile.hpp>

namespace tileproof {

namespace detail {

enum class shuffle_rule { none, different_r, different_h, different_p, different_y };

// Why `to` is not `from` with its Y dims in another order.
constexpr TILEPROOF_HOST_DEVICE shuffle_rule find_shuffle_mistake(const tile_encoding& to,
                                                                  const tile_encoding& from) {
    if (!(to.r == from.r)) return shuffle_rule::different_r;
    if (!(to.h == from.h)) return shuffle_rule::different_h;
    if (!(to.p == from.p)) return shuffle_rule::different_p;
    if (to.y.size() != from.y.size()) return shuffle_rule::different_y;
    return shuffle_rule::none;  // both Ys have every H dim that no P has
}

constexpr TILEPROOF_HOST_DEVICE tile_encoding swap_x(tile_encoding e) {
    if (e.h.size() != 2) return e;
    const auto h = e.h[0];
    e.h[0] = e.h[1];
    e.h[1] = h;
    const auto swap = [](rh_id& id) { id.major = id.major == 0 ? 0 : 3 - id.major; };
    for (auto& ids : e.p)
        for (rh_id& id : ids) swap(id);
    for (rh_id& id : e.y) swap(id);
    return e;
}

template <shuffle_rule Broken>
struct refuse_shuffle {
    static_assert(Broken != shuffle_rule::different_r,
                  "the two tiles have different R: they are not replicated alike");
    static_assert(Broken != shuffle_rule::different_h,
                  "the two tiles have different H: their X dims are not split alike (for "
                  "transpose_tile2d, with X0 and X1 exchanged)");
    static_assert(Broken != shuffle_rule::different_p,
                  "the two tiles have different P: an element would have to move to another lane");
    static_assert(Broken != shuffle_rule::different_y,
                  "the two tiles have different numbers of Y dims");
    static constexpr bool ok = true;
};

// The Y dim of `from` that is Y dim `y` of `to`.
consteval int y_of_other(const tile_encoding& to, const tile_encoding& from, int y) {
    for (int i = 0; i < from.y.size(); ++i)
        if (from.y[i] == to.y[y]) return i;
    return -1;
}
template <class To, class From, int... Y>
auto y_order(std::integer_sequence<int, Y...>)
    -> sequence<y_of_other(From::value, To::value, Y)...>;
template <class Source, class Order, int... Y>
auto reordered(std::integer_sequence<int, Y...>)
    -> sequence<Source::at(static_cast<int>(Order::at(Y)))...>;

template <class Encoding>
struct transposed {
    static constexpr tile_encoding value = swap_x(Encoding::value);
};

// out(Y) = in(Y in the order of in's dims), for every register. ToValue: out's encoding as a value.
template <class ToValue, class Out, class In>
constexpr TILEPROOF_HOST_DEVICE void permute_registers(Out& out, const In& in) {
    using from = typename In::encoding;
    using all_y = std::make_integer_sequence<int, from::num_dim_y>;
    using order = decltype(y_order<ToValue, from>(all_y{}));  // for each Y of in, the Y of out
    unroll<Out::num_registers>([&](auto i) {
        using out_y = typename Out::distribution::template y_of_register<static_cast<int>(i.value)>;
        using in_y = decltype(reordered<out_y, order>(all_y{}));
        out(out_y{}) = in[in_y{}];
    });
}

template <class Begins, class Y, int... I>
auto shifted(std::integer_sequence<int, I...>) -> sequence<(Begins::at(I) + Y::at(I))...>;

// f(Y of the slice, Y of the same register in the whole tile) for every register of the slice.
template <class Slice, class Registers, class F>
constexpr TILEPROOF_HOST_DEVICE void for_slice(F&& f) {
    using all_y = std::make_integer_sequence<int, Slice::num_dim_y>;
    unroll<Slice::num_registers>([&](auto i) {
        using y = typename Slice::template y_of_register<static_cast<int>(i.value)>;
        f(y{}, decltype(shifted<typename Registers::begins, y>(all_y{})){});
    });
}

}  // namespace detail

// requires the same R, H and P in both
template <class Out, class In>
constexpr TILEPROOF_HOST_DEVICE void shuffle_tile(Out& out, const In& in) {
    constexpr auto broken = detail::find_shuffle_mistake(Out::encoding::value, In::encoding::value);
    static_assert(detail::refuse_shuffle<broken>::ok);
    if constexpr (broken == detail::shuffle_rule::none)
        detail::permute_registers<typename Out::encoding>(out, in);
}

// requires two X dims, and in both the same R, H and P after exchanging X0 and X1 in one of them
template <class Out, class In>
constexpr TILEPROOF_HOST_DEVICE void transpose_tile2d(Out& out, const In& in) {
    static_assert(Out::encoding::num_dim_x == 2 && In::encoding::num_dim_x == 2,
                  "transpose_tile2d: both tiles need exactly two X dims");
    using swapped = detail::transposed<typename Out::encoding>;
    constexpr auto broken = detail::find_shuffle_mistake(swapped::value, In::encoding::value);
    static_assert(detail::refuse_shuffle<broken>::ok);
    if constexpr (broken == detail::shuffle_rule::none) detail::permute_registers<swapped>(out, in);
}

// The part Begins <= X < Ends of a tile, with its registers. Only Y dims can be sliced.
template <class Tensor, class Begins, class Ends>
constexpr TILEPROOF_HOST_DEVICE auto get_slice_tile(const Tensor& tile, Begins, Ends) {
    using encoding = slice_tile_distribution_encoding<typename Tensor::encoding, Begins, Ends>;
    using slice = tile_distribution<encoding>;
    using registers = slice_y<typename Tensor::encoding, Begins, Ends>;
    auto out = make_static_distributed_tensor<typename Tensor::data_type>(slice{});
    detail::for_slice<slice, registers>([&](auto y, auto whole_y) { out(y) = tile[whole_y]; });
    return out;
}
template <class Tensor, class Slice, class Begins, class Ends>
constexpr TILEPROOF_HOST_DEVICE void set_slice_tile(Tensor& tile, const Slice& part, Begins, Ends) {
    using encoding = slice_tile_distribution_encoding<typename Tensor::encoding, Begins, Ends>;
    static_assert(std::is_same_v<encoding, typename Slice::encoding>,
                  "set_slice_tile: the part is not distributed as this slice of the tile is");
    using registers = slice_y<typename Tensor::encoding, Begins, Ends>;
    detail::for_slice<tile_distribution<encoding>, registers>(
        [&](auto y, auto whole_y) { tile(whole_y) = part[y]; });
}

}  // namespace tileproof
