// SPDX-License-Identifier: MIT
// Encodings derived from encodings, as types: tile_derive.hpp at compile time.
//
//   using blocks = tile_distribution_encoding<sequence<>, tuple<sequence<2>, sequence<3>>,
//                                             tuple<>, tuple<>, sequence<1, 2>, sequence<0, 0>>;
//   embed_tile_distribution_encoding<blocks, fragment>      a 2 x 3 arrangement of fragments
//   reduce_tile_distribution_encoding<tile, sequence<1>>    what remains after summing along X1
//   slice_tile_distribution_encoding<tile, sequence<32, 0>, sequence<96, 8>>    rows 32..95
#pragma once

#include <tileproof/tile/tile_derive.hpp>
#include <tileproof/tile/tile_distribution_encoding.hpp>

namespace tileproof {

namespace detail {

// Turns a value (Source::value, constexpr) back into a type.
template <class Source>
struct encoding_of {
    template <int Count>
    using upto = std::make_integer_sequence<int, Count>;

    template <int... I>
    static auto r(std::integer_sequence<int, I...>) -> sequence<Source::value.r[I]...>;
    template <int X, int... I>
    static auto h(std::integer_sequence<int, I...>) -> sequence<Source::value.h[X][I]...>;
    template <int... X>
    static auto hs(std::integer_sequence<int, X...>)
        -> tuple<decltype(h<X>(upto<Source::value.h[X].size()>{}))...>;
    template <int P, int... I>
    static auto p_major(std::integer_sequence<int, I...>)
        -> sequence<Source::value.p[P][I].major...>;
    template <int P, int... I>
    static auto p_minor(std::integer_sequence<int, I...>)
        -> sequence<Source::value.p[P][I].minor...>;
    template <int... P>
    static auto p_majors(std::integer_sequence<int, P...>)
        -> tuple<decltype(p_major<P>(upto<Source::value.p[P].size()>{}))...>;
    template <int... P>
    static auto p_minors(std::integer_sequence<int, P...>)
        -> tuple<decltype(p_minor<P>(upto<Source::value.p[P].size()>{}))...>;
    template <int... I>
    static auto y_major(std::integer_sequence<int, I...>) -> sequence<Source::value.y[I].major...>;
    template <int... I>
    static auto y_minor(std::integer_sequence<int, I...>) -> sequence<Source::value.y[I].minor...>;

    using type = tile_distribution_encoding<decltype(r(upto<Source::value.r.size()>{})),
                                            decltype(hs(upto<Source::value.h.size()>{})),
                                            decltype(p_majors(upto<Source::value.p.size()>{})),
                                            decltype(p_minors(upto<Source::value.p.size()>{})),
                                            decltype(y_major(upto<Source::value.y.size()>{})),
                                            decltype(y_minor(upto<Source::value.y.size()>{}))>;
};

template <derive_rule Broken>
struct refuse_derivation {
    static_assert(
        Broken != derive_rule::different_ranks,
        "embed_tile_distribution_encoding: the outer and the inner encoding have different "
        "numbers of X dims; both describe the same dims");
    static_assert(Broken != derive_rule::too_many_dims,
                  "the derived encoding has more dims than tile_encoding's bounds allow");
    static_assert(
        Broken != derive_rule::no_such_x,
        "reduce_tile_distribution_encoding: an X dim to reduce does not exist or is named twice");
    static_assert(Broken != derive_rule::empty_slice,
                  "slice_tile_distribution_encoding: each dim needs 0 <= begin < end <= X length");
    static_assert(
        Broken != derive_rule::slice_not_whole,
        "slice_tile_distribution_encoding: a slice begins or ends inside a faster H dim; cut "
        "at multiples of the product of the H lengths after the Y dim");
    static_assert(
        Broken != derive_rule::slice_cuts_p,
        "slice_tile_distribution_encoding: a slice cuts an H dim that a P owns, so some lanes "
        "would hold nothing; slices go along Y only");
    static constexpr bool ok = true;
};

template <class Outer, class Inner>
struct embedded {
    static constexpr derived_tile derived = embed_tiles(Outer::value, Inner::value);
    static_assert(refuse_derivation<derived.broken>::ok);
    static constexpr tile_encoding value = derived.encoding;
};
template <class Encoding, class Dims>
struct reduced {
    static constexpr derived_tile derived = reduce_tile(Encoding::value, Dims::to_array());
    static_assert(refuse_derivation<derived.broken>::ok);
    static constexpr tile_encoding value = derived.encoding;
};
template <class Encoding, class Begins, class Ends>
struct sliced {
    static_assert(
        Begins::size() == Encoding::num_dim_x && Ends::size() == Encoding::num_dim_x,
        "slice_tile_distribution_encoding: one begin and one end for each X dim are needed");
    static constexpr derived_tile derived =
        slice_tile(Encoding::value, Begins::to_array(), Ends::to_array());
    static_assert(refuse_derivation<derived.broken>::ok);
    static constexpr tile_encoding value = derived.encoding;

    template <int... I>
    static auto begins(std::integer_sequence<int, I...>) -> sequence<derived.y_begins[I]...>;
    template <int... I>
    static auto lengths(std::integer_sequence<int, I...>) -> sequence<derived.y_lengths[I]...>;
};

}  // namespace detail

template <class Outer, class Inner>
using embed_tile_distribution_encoding =
    typename detail::encoding_of<detail::embedded<Outer, Inner>>::type;

// Dims: a sequence of X dims to reduce.
template <class Encoding, class Dims>
using reduce_tile_distribution_encoding =
    typename detail::encoding_of<detail::reduced<Encoding, Dims>>::type;

// Begins, Ends: sequences with one number for each X dim.
template <class Encoding, class Begins, class Ends>
using slice_tile_distribution_encoding =
    typename detail::encoding_of<detail::sliced<Encoding, Begins, Ends>>::type;

// The box of registers of that slice among the Y dims of Encoding: sequences of begins and lengths.
template <class Encoding, class Begins, class Ends>
struct slice_y {
    using all_y = std::make_integer_sequence<int, Encoding::num_dim_y>;
    using begins = decltype(detail::sliced<Encoding, Begins, Ends>::begins(all_y{}));
    using lengths = decltype(detail::sliced<Encoding, Begins, Ends>::lengths(all_y{}));
};

// CK Tile's function forms.
template <class Outer, class Inner>
constexpr TILEPROOF_HOST_DEVICE auto make_embed_tile_distribution_encoding(Outer, Inner) {
    return embed_tile_distribution_encoding<Outer, Inner>{};
}
template <class Encoding, class Dims>
constexpr TILEPROOF_HOST_DEVICE auto make_reduce_tile_distribution_encoding(Encoding, Dims) {
    return reduce_tile_distribution_encoding<Encoding, Dims>{};
}

}  // namespace tileproof
