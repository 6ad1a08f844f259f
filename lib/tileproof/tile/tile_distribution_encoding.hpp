// SPDX-License-Identifier: MIT
// tile_distribution_encoding<R, tuple<H_0, H_1, ..>, P major, P minor, Y major, Y minor>: which thread holds which
// element of a tile, as a type. Same parameters as in CK Tile; tile_encoding.hpp explains the letters with an
// example.
//
//   using copy = tile_distribution_encoding<sequence<1>,
//                                           tuple<sequence<4, 1, 32>, sequence<2, 4>>,
//                                           tuple<sequence<1>, sequence<1, 2>>,
//                                           tuple<sequence<1>, sequence<2, 0>>,
//                                           sequence<1, 2>, sequence<0, 1>>;
//   copy::get_x_lengths() == {128, 8}        copy::get_y_lengths() == {4, 4}
//   copy::get_num_of_lanes() == 64           copy::get_thread_buffer_size() == 16
//   print_tile(copy::value) == "tile R=[1] H=[[4,1,32],[2,4]] P=[[1,1],[1,2;2,0]] Y=[1,2;0,1]"
//
// Stricter than CK Tile: an unused H dim, a dim used twice, a Y that uses R, a major or minor that names nothing, a
// length below 1 and lists of different lengths are compile errors with a sentence.
#pragma once

#include <tileproof/sequence.hpp>
#include <tileproof/tile/encoding_detail.hpp>

namespace tileproof {

namespace detail {

template <class List, index_t... Values>
constexpr TILEPROOF_HOST_DEVICE void append(List& list, sequence<Values...>) {
    (list.push_back(static_cast<typename List::value_type>(Values)), ...);
}

template <class List, index_t... Major, index_t... Minor>
constexpr TILEPROOF_HOST_DEVICE void append_ids(List& list, sequence<Major...>,
                                                sequence<Minor...>) {
    static_assert(
        sizeof...(Major) == sizeof...(Minor),
        "tile_distribution_encoding: a list of majors and its list of minors differ in length; "
        "each R or H dim is named by one major and one minor");
    if constexpr (sizeof...(Major) == sizeof...(Minor))
        (list.push_back({static_cast<int>(Major), static_cast<int>(Minor)}), ...);
}

template <class R, class... H>
constexpr TILEPROOF_HOST_DEVICE bool fits_tile_encoding() {
    return R::size() <= tile_encoding::max_r && sizeof...(H) <= tile_encoding::max_x &&
           (... && (H::size() <= tile_encoding::max_h));
}

template <class R, class... H, class... PMajor, class... PMinor, class YMajor, class YMinor>
constexpr TILEPROOF_HOST_DEVICE tile_encoding to_value(tuple<H...>, tuple<PMajor...>,
                                                       tuple<PMinor...>, YMajor, YMinor) {
    static_assert(
        sizeof...(PMajor) == sizeof...(PMinor),
        "tile_distribution_encoding: there are not as many lists of P majors as of P minors; "
        "each P dim has one list of each");
    constexpr bool fits = fits_tile_encoding<R, H...>() &&
                          sizeof...(PMajor) <= tile_encoding::max_p &&
                          (... && (PMajor::size() <= tile_encoding::max_ids)) &&
                          YMajor::size() <= tile_encoding::max_y;
    static_assert(
        fits,
        "tile_distribution_encoding: more dims than tile_encoding's bounds (max_r, max_x, "
        "max_h, max_p, max_ids, max_y) allow");
    tile_encoding e;
    if constexpr (fits && sizeof...(PMajor) == sizeof...(PMinor)) {
        append(e.r, R{});
        (append(e.h.elements[e.h.count++], H{}), ...);
        (append_ids(e.p.elements[e.p.count++], PMajor{}, PMinor{}), ...);
        append_ids(e.y, YMajor{}, YMinor{});
    }
    return e;
}

// One static_assert per rule, so that the compiler prints the sentence.
template <tile_rule Broken>
struct refuse_mistake {
    static_assert(Broken != tile_rule::length_below_one,
                  "tile_distribution_encoding: a length of R or H is below 1");
    static_assert(Broken != tile_rule::size_overflow,
                  "tile_distribution_encoding: the product of all R and H lengths passes 2^63 - 1");
    static_assert(
        Broken != tile_rule::no_such_dim,
        "tile_distribution_encoding: a P or Y names an R or H dim that does not exist; major 0 "
        "is R, major i + 1 is H_i, and minors count from 0");
    static_assert(
        Broken != tile_rule::y_uses_r,
        "tile_distribution_encoding: a Y dim uses an R dim; only P replicates, a register "
        "element always belongs to an H dim");
    static_assert(
        Broken != tile_rule::used_twice,
        "tile_distribution_encoding: an R or H dim is used twice; each belongs to exactly one P "
        "or Y");
    static_assert(
        Broken != tile_rule::h_unused,
        "tile_distribution_encoding: an H dim is used by no P and no Y; each belongs to exactly "
        "one, or a part of the tile is held by nobody");
    static_assert(
        Broken != tile_rule::r_unused,
        "tile_distribution_encoding: an R dim longer than 1 is used by no P; each belongs to "
        "exactly one, or a replica is held by nobody");
    static constexpr bool ok = true;
};

}  // namespace detail

template <class R, class H, class PMajor, class PMinor, class YMajor, class YMinor>
struct tile_distribution_encoding {
    static_assert(is_sequence_v<R> && is_tuple_v<H> && is_tuple_v<PMajor> && is_tuple_v<PMinor> &&
                      is_sequence_v<YMajor> && is_sequence_v<YMinor>,
                  "tile_distribution_encoding: the parameters are a sequence (R), three tuples of "
                  "sequences (H, P majors, P minors) and two sequences (Y majors, Y minors)");
    using rs_lengths = R;
    using hs_lengths = H;
    using ps_to_rhs_major = PMajor;
    using ps_to_rhs_minor = PMinor;
    using ys_to_rhs_major = YMajor;
    using ys_to_rhs_minor = YMinor;
    // CK Tile's names.
    using RsLengths = R;
    using HsLengthss = H;
    using Ps2RHssMajor = PMajor;
    using Ps2RHssMinor = PMinor;
    using Ys2RHsMajor = YMajor;
    using Ys2RHsMinor = YMinor;
    static constexpr R rs_lengths_{};
    static constexpr H hs_lengthss_{};
    static constexpr PMajor ps_to_rhss_major_{};
    static constexpr PMinor ps_to_rhss_minor_{};
    static constexpr YMajor ys_to_rhs_major_{};
    static constexpr YMinor ys_to_rhs_minor_{};

    // The same encoding as a value: the dynamic form.
    static constexpr tile_encoding value =
        tileproof::detail::to_value<R>(H{}, PMajor{}, PMinor{}, YMajor{}, YMinor{});
    static_assert(tileproof::detail::refuse_mistake<find_mistake(value).rule>::ok);
    static constexpr tile_map map =
        find_mistake(value).rule == tile_rule::none ? tile_map(value) : tile_map();

    static constexpr int num_dim_r = R::size();
    static constexpr int num_dim_x = H::size();
    static constexpr int num_dim_p = PMajor::size();
    static constexpr int num_dim_y = YMajor::size();
    static constexpr index_t NDimR = num_dim_r, NDimX = num_dim_x;
    static constexpr index_t NDimP = num_dim_p, NDimY = num_dim_y;
    using detail = encoding_detail<tile_distribution_encoding>;  // CK Tile's name

    static constexpr TILEPROOF_HOST_DEVICE auto get_x_lengths() {
        return lengths<num_dim_x>(map.x_lengths);
    }
    static constexpr TILEPROOF_HOST_DEVICE auto get_p_lengths() {
        return lengths<num_dim_p>(map.p_lengths);
    }
    // The lengths of the Y dims. Packed with the last fastest they number the registers of a thread.
    static constexpr TILEPROOF_HOST_DEVICE auto get_y_lengths() {
        return lengths<num_dim_y>(map.y_lengths);
    }
    // The last P is the lane, the one before it the warp; 1 if there is none.
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_lanes() { return p_from_end(1); }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_warps() { return p_from_end(2); }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_thread_buffer_size() {
        return static_cast<index_t>(map.registers);
    }
    // How many threads hold each X.
    static constexpr TILEPROOF_HOST_DEVICE long_index_t get_replication() { return map.replicas; }

    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }

  private:
    template <int Rank, class List>
    static constexpr TILEPROOF_HOST_DEVICE array<index_t, Rank> lengths(const List& list) {
        array<index_t, Rank> result{};
        if constexpr (Rank > 0)
            for (int i = 0; i < Rank; ++i) result[i] = static_cast<index_t>(list[i]);
        return result;
    }
    static constexpr TILEPROOF_HOST_DEVICE index_t p_from_end(int back) {
        return back <= num_dim_p ? static_cast<index_t>(map.p_lengths[num_dim_p - back]) : 1;
    }
};

}  // namespace tileproof
