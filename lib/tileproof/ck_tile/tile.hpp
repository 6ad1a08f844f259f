// SPDX-License-Identifier: MIT
// Operations of CK Tile's operators on tiles beyond loading and storing: several registers at a time, and registers
// by the position of their element.
//
//   sweep_tile<Tile>([&](auto a, auto b) { .. }, sequence<1, 2>{});       two neighbours along X1 in each call
//   tile_sweeper s(tile, [&](auto i) { .. });  s(number<3>{});            only the fourth call of that sweep
//   sweep_tile_uspan(spans[number<1>{}], [&](auto a, auto b) { .. }, sequence<2>{});
//   auto x = get_x_indices_from_distributed_indices(distribution, make_tuple(i, j));     the X of this thread's element
//   set_tile_if(tile, 0.f, [](auto x) { return x[number<1>{}] > x[number<0>{}]; });      above the diagonal
#pragma once

#include <tileproof/ck_tile/container.hpp>
#include <tileproof/ck_tile/hardware.hpp>
#include <tileproof/tile/shuffle_tile.hpp>
#include <tileproof/tile/tile_adaptor.hpp>

namespace tileproof {

// The lengths of a thread's registers, packed, the last Y fastest.
template <class Encoding>
constexpr TILEPROOF_HOST_DEVICE auto make_ys_to_d_descriptor(Encoding) {
    return [&]<index_t... Y>(sequence<Y...>) {
        return make_naive_tensor_descriptor_packed(
            make_tuple(number<static_cast<index_t>(Encoding::map.y_lengths[Y])>{}...));
    }
    (make_index_sequence<Encoding::NDimY>{});
}

namespace detail {
template <index_t... Digits>
auto distributed_index(sequence<Digits...>) -> tile_distributed_index<Digits...>;
template <class Digits>
using distributed_index_t = decltype(distributed_index(Digits{}));
}  // namespace detail

// f(index, index, ..) for each pack of Unpacks digits of a span.
template <class Span, class F, class Unpacks = uniform_sequence_gen_t<Span::lengths::size(), 1>>
constexpr TILEPROOF_HOST_DEVICE void sweep_tile_uspan(Span, const F& f, Unpacks = {}) {
    static_uford<typename Span::lengths, Unpacks>{}(
        [&](auto... digits) { f(detail::distributed_index_t<decltype(digits)>{}...); });
}

// How many of each digit make XUnpacks elements, the fastest first: lengths (4, 2), 4 at a time -> (2, 2).
template <class Lengths, index_t XUnpacks>
constexpr TILEPROOF_HOST_DEVICE auto get_y_unpacks_from_x_unpacks(Lengths, number<XUnpacks>) {
    static_assert(detail::product_of<Lengths> % XUnpacks == 0,
                  "sweep_tile: the registers along a dim are no whole number of packs");
    return slice_sequence(Lengths{}, number<detail::product_of<Lengths> / XUnpacks>{})
        .template get<1>();
}

namespace detail {

template <class Span, index_t XUnpacks>
using packs_of_span =
    static_uford<typename Span::lengths, std::remove_cvref_t<decltype(get_y_unpacks_from_x_unpacks(
                                             typename Span::lengths{}, number<XUnpacks>{}))>>;

template <class Tensor, class XUnpacks, index_t X>
using packs_of_x = packs_of_span<tuple_element_t<X, spans_t<Tensor>>, XUnpacks::at(X)>;

template <class Tensor, class XUnpacks, index_t... X>
constexpr TILEPROOF_HOST_DEVICE index_t count_packs(sequence<X...>) {
    return (1 * ... * packs_of_x<Tensor, XUnpacks, X>::get_num_of_access());
}

// Call number Access. For X it takes the pack (Access / packs of the later X) % packs of X. `tuples` holds those
// taken so far.
template <class Tensor, class XUnpacks, index_t Access, index_t X, class F, class... Tuples>
constexpr TILEPROOF_HOST_DEVICE void sweep_packs(const F& f, Tuples... tuples) {
    constexpr index_t rank = spans_t<Tensor>::size();
    if constexpr (X == rank) {
        f(tuples...);
    } else {
        constexpr index_t later = [] {
            index_t count = 1;
            [&]<index_t... I>(sequence<I...>) {
                ((count *= I > X ? packs_of_x<Tensor, XUnpacks, I>::get_num_of_access() : 1), ...);
            }
            (make_index_sequence<rank>{});
            return count;
        }();
        using packs = packs_of_x<Tensor, XUnpacks, X>;
        packs{}(
            [&](auto... digits) {
                unpack(
                    [&](auto... all) { sweep_packs<Tensor, XUnpacks, Access, X + 1>(f, all...); },
                    embed_tuples(
                        [&](const auto& before) {
                            return make_tuple(concat_tuple(
                                before, make_tuple(distributed_index_t<decltype(digits)>{}))...);
                        },
                        make_tuple(tuples...)));
            },
            number<Access / later % packs::get_num_of_access()>{});
    }
}

}  // namespace detail

// f(tuple of distributed indices, ..), with XUnpacks of each X dim per call; the last X dim varies fastest.
template <class Tensor, class F, class XUnpacks>
requires(is_sequence_v<XUnpacks>) constexpr TILEPROOF_HOST_DEVICE void sweep_tile(const F& f,
                                                                                  XUnpacks) {
    constexpr index_t rank = detail::spans_t<Tensor>::size();
    unroll<detail::count_packs<Tensor, XUnpacks>(make_index_sequence<rank>{})>(
        [&](auto access) { detail::sweep_packs<Tensor, XUnpacks, access.value, 0>(f, tuple<>{}); });
}
template <class Tensor, class F, class XUnpacks>
requires(is_sequence_v<XUnpacks>) constexpr TILEPROOF_HOST_DEVICE void sweep_tile(
    const Tensor&, const F& f, XUnpacks unpacks) {
    sweep_tile<Tensor>(f, unpacks);
}

// A sweep whose calls are made one at a time.
template <class Tensor, class F,
          class XUnpacks = uniform_sequence_gen_t<Tensor::get_num_of_dimension(), 1>>
struct tile_sweeper {
    F f;
    constexpr TILEPROOF_HOST_DEVICE explicit tile_sweeper(const F& function, XUnpacks = {})
        : f(function) {}
    constexpr TILEPROOF_HOST_DEVICE tile_sweeper(const Tensor&, const F& function, XUnpacks = {})
        : f(function) {}

    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_access() {
        return detail::count_packs<Tensor, XUnpacks>(
            make_index_sequence<Tensor::get_num_of_dimension()>{});
    }
    constexpr TILEPROOF_HOST_DEVICE void operator()() const { sweep_tile<Tensor>(f, XUnpacks{}); }
    template <index_t Access>
    constexpr TILEPROOF_HOST_DEVICE void operator()(number<Access>) const {
        static_assert(Access >= 0 && Access < get_num_of_access(), "the sweep has no such call");
        detail::sweep_packs<Tensor, XUnpacks, Access, 0>(f, tuple<>{});
    }
};
template <class T, class F,
          class U = uniform_sequence_gen_t<std::remove_cvref_t<T>::get_num_of_dimension(), 1>>
TILEPROOF_HOST_DEVICE tile_sweeper(const T&, const F&, U = {})->tile_sweeper<T, F, U>;

// X, in the tile, of the register that the calling thread holds at these distributed indices.
template <class Distribution, class Indices, class Place = hardware_place>
TILEPROOF_HOST_DEVICE auto get_x_indices_from_distributed_indices(Distribution, Indices) {
    using encoding = typename Distribution::encoding;
    using y = decltype(detail::y_of_indices<encoding, Indices>(
        std::make_integer_sequence<int, encoding::num_dim_y>{}));
    return Distribution::calculate_index(Distribution::template get_partition_index<Place>(), y{});
}
// Sets registers to value where predicate(X) holds.
template <class T, class Distribution, class Predicate>
TILEPROOF_HOST_DEVICE void set_tile_if(static_distributed_tensor<T, Distribution>& tile,
                                       std::type_identity_t<T> value, Predicate predicate) {
    sweep_tile(tile, [&](auto i) {
        if (predicate(get_x_indices_from_distributed_indices(Distribution{}, i))) tile(i) = value;
    });
}

}  // namespace tileproof

namespace ck_tile::impl {
// The tile as half_t, each float rounded toward 0; what is too large for a half becomes 65504.
template <class Half, class Tile>
constexpr TILEPROOF_HOST_DEVICE auto cast_tile_pk_fp16_fp32(const Tile& tile) {
    return tileproof::tile_elementwise_in(
        [](float x) {
            const auto nearest = static_cast<Half>(x);
            const auto size = [](float y) { return y < 0 ? -y : y; };
            if (!(size(static_cast<float>(nearest)) > size(x))) return nearest;
            // One step towards 0: the magnitude of a float's bits is ordered as an integer.
            return __builtin_bit_cast(
                Half, static_cast<std::uint16_t>(__builtin_bit_cast(std::uint16_t, nearest) - 1));
        },
        tile);
}
}  // namespace ck_tile::impl
