// SPDX-License-Identifier: MIT
// An encoding as an adaptor, built as CK Tile builds it: replicate(R), unmerge of each X into its H, merge of each P.
// Top dims are the P dims followed by the Y dims, bottom dims the X dims.
//
//   constexpr auto a = make_ps_ys_to_xs_adaptor(copy{});          // copy: see tile_encoding.hpp
//   a.calculate_bottom_index(multi_index<4>{0, 5, 1, 2}) == {34, 6}
//
// It computes the same as tile_distribution. Use it where an adaptor is needed (to chain or print it); in kernels use
// the distribution, which separates the part of P from the constants of Y.
#pragma once

#include <tileproof/adaptor.hpp>
#include <tileproof/tile/tile_distribution_encoding.hpp>

namespace tileproof {

namespace detail {

// The position of a dim in the list R, H_0, H_1, ..
consteval int flat_dim(const tile_encoding& e, rh_id id) {
    int flat = id.minor;
    for (int major = 0; major < id.major; ++major) flat += e.minors(major);
    return flat;
}
// R dims of length 1 that neither P nor Y uses: the n-th of them, or their number if n < 0.
consteval int unused_r(const tile_encoding& e, int n) {
    int count = 0;
    for (int minor = 0; minor < e.r.size(); ++minor)
        if (find_user(e, {0, minor}).index < 0 && count++ == n) return minor;
    return count;
}

template <class E>
struct adaptor_of_encoding {
    static constexpr tile_encoding e = E::value;
    template <int Count>
    using upto = std::make_integer_sequence<int, Count>;
    static constexpr int unused = unused_r(e, -1);

    // Stage 1. Upper ids number all dims in the order of flat_dim.
    template <int Major, int... Minor>
    static auto flat(std::integer_sequence<int, Minor...>)
        -> sequence<flat_dim(e, {Major, Minor})...>;
    template <int Major>
    using flat_t = decltype(flat<Major>(upto<e.minors(Major)>{}));
    template <class H>
    static constexpr TILEPROOF_HOST_DEVICE auto split_x(H) {
        if constexpr (H::size() == 0) {
            return make_freeze_transform(number<0>{});  // an X of length 1 without H dims
        } else {
            return make_unmerge_transform(H{});
        }
    }
    template <int... X>
    static constexpr TILEPROOF_HOST_DEVICE auto split(std::integer_sequence<int, X...>) {
        return make_single_stage_tensor_adaptor(
            make_tuple(make_replicate_transform(typename E::rs_lengths{}),
                       split_x(tuple_element_t<X, typename E::hs_lengths>{})...),
            tuple<sequence<>, sequence<X>...>{}, tuple<flat_t<0>, flat_t<X + 1>...>{});
    }

    // Stage 2: merge each P, pass each Y, freeze unused dims.
    template <int P, int... K>
    static auto p_ids(std::integer_sequence<int, K...>) -> sequence<flat_dim(e, e.p[P][K])...>;
    template <int P, int... K>
    static auto p_lengths(std::integer_sequence<int, K...>) -> sequence<e.length(e.p[P][K])...>;
    template <int... P, int... Y, int... U>
    static constexpr TILEPROOF_HOST_DEVICE auto join(std::integer_sequence<int, P...>,
                                                     std::integer_sequence<int, Y...>,
                                                     std::integer_sequence<int, U...>) {
        return make_tuple(
            make_tuple(make_merge_transform(decltype(p_lengths<P>(upto<e.p[P].size()>{})){})...,
                       make_pass_through_transform(number<e.length(e.y[Y])>{})...,
                       make_freeze_transform(number<0 * U>{})...),
            tuple<decltype(p_ids<P>(upto<e.p[P].size()>{}))..., sequence<flat_dim(e, e.y[Y])>...,
                  sequence<unused_r(e, U)>...>{},
            tuple<sequence<P>..., sequence<(Y + e.p.size())>..., decltype(U, sequence<>{})...>{});
    }
};

}  // namespace detail

// requires that each P has at least one dim (an empty P has nothing to merge)
template <class Encoding>
constexpr TILEPROOF_HOST_DEVICE auto make_ps_ys_to_xs_adaptor(Encoding) {
    using build = detail::adaptor_of_encoding<Encoding>;
    constexpr auto join = build::join(typename build::template upto<Encoding::num_dim_p>{},
                                      typename build::template upto<Encoding::num_dim_y>{},
                                      typename build::template upto<build::unused>{});
    return transform_tensor_adaptor(
        build::split(typename build::template upto<Encoding::num_dim_x>{}), join.template get<0>(),
        join.template get<1>(), join.template get<2>());
}

}  // namespace tileproof
