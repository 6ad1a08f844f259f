// SPDX-License-Identifier: MIT
// tile_distribution: an encoding at work in a kernel. It tells each thread which elements its registers hold;
// whatever does not depend on the thread is a constant.
//
//   constexpr auto d = make_static_tile_distribution(copy{});     // 128 x 8 on 64 lanes, 4 x 4 registers
//   auto p = d.get_partition_index(5);                            // {0, 5}: warp 0, lane 5
//   d.calculate_index(p) == {2, 4}                                // X of register (0, 0)
//   d.calculate_index(p, sequence<1, 2>{}) == {34, 6}             // X of register (1, 2)
//   d.get_register(sequence<1, 2>{}) == 6                         // its position in the thread buffer
//
// X is the sum of a part from P and a part from Y, so a thread computes the first only once.
#pragma once

#include <tileproof/tile/distributed_index.hpp>
#include <tileproof/tile/tile_distribution_derive.hpp>

namespace tileproof {

namespace detail {

// One term of P's contribution to X: x += P / weight % length * target. Digits that are neighbours in both P and X
// share one term (lane % 16 is not split into 4 x 4); digits of length 1 have none.
struct p_term {
    int p = 0, x = 0;
    long_index_t weight = 1, length = 1, target = 1;
    bool slowest = false;  // the most significant of this P: the modulo changes nothing
};
using p_term_list = bounded_list<p_term, tile_map::max_digits>;

constexpr TILEPROOF_HOST_DEVICE p_term_list p_terms(const tile_map& map) {
    p_term_list terms;
    for (const tile_digit& d : map.digits) {
        if (!d.owner_is_p || d.dim.major == 0 || d.length == 1) continue;
        const p_term term{d.owner,         d.dim.major - 1,
                          d.owner_weight,  d.length,
                          d.target_weight, d.owner_weight * d.length == map.p_lengths[d.owner]};
        p_term* before = terms.empty() ? nullptr : &terms[terms.size() - 1];
        const bool joins = before != nullptr && before->p == term.p && before->x == term.x &&
                           before->weight == term.weight * term.length &&
                           before->target == term.target * term.length;
        if (joins) {
            *before = {term.p,      term.x,         term.weight, before->length * term.length,
                       term.target, before->slowest};
        } else {
            terms.push_back(term);
        }
    }
    return terms;
}

template <class Encoding>
struct p_terms_of {
    static constexpr p_term_list value = p_terms(Encoding::map);
};

// Evaluated by the compiler only (consteval, because nvcc would otherwise need a host constant on the device).
template <int RankX, class Y>
consteval array<index_t, RankX> x_of_y(const tile_map& map, const Y& y) {
    array<index_t, RankX> x{};
    if constexpr (RankX > 0)
        for (const tile_digit& d : map.digits)
            if (!d.owner_is_p && d.dim.major > 0)
                x[d.dim.major - 1] += static_cast<index_t>(y[d.owner] * d.target_weight);
    return x;
}
// The position of Y in the thread buffer, or -1 if Y is out of range.
consteval int register_of_y(const tile_map& map, const auto& y) {
    for (int i = 0; i < map.y_lengths.size(); ++i)
        if (y[i] < 0 || y[i] >= map.y_lengths[i]) return -1;
    return static_cast<int>(tile_map::pack(map.y_lengths, y.data()));
}
consteval long_index_t y_of_place(const tile_map& map, long_index_t position, int dim) {
    for (int i = map.y_lengths.size() - 1; i > dim; --i) position /= map.y_lengths[i];
    return position % map.y_lengths[dim];
}
template <class Encoding, int Place, int... Dim>
auto y_sequence(std::integer_sequence<int, Dim...>)
    -> sequence<y_of_place(Encoding::map, Place, Dim)...>;

}  // namespace detail

// The calling thread and its block. Defined by ck_tile.hpp and by headers of kernels, not by the rest of the library.
struct hardware_place;

template <class Encoding>
struct tile_distribution {
    using encoding = Encoding;
    using DstrEncode = Encoding;
    static constexpr index_t NDimX = Encoding::NDimX, NDimY = Encoding::NDimY;
    static constexpr index_t NDimP = Encoding::NDimP, NDimR = Encoding::NDimR;
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension_x() { return NDimX; }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension_y() { return NDimY; }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension_p() { return NDimP; }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_dimension_r() { return NDimR; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }
    static constexpr TILEPROOF_HOST_DEVICE Encoding get_static_tile_distribution_encoding() {
        return {};
    }
    // One tile_distributed_span for each X dim, and the Y that a tuple of distributed indices names.
    static constexpr TILEPROOF_HOST_DEVICE auto get_distributed_spans() {
        return decltype(detail::spans_of<Encoding>(std::make_integer_sequence<int, NDimX>{})){};
    }
    template <class Indices>
    static constexpr TILEPROOF_HOST_DEVICE auto get_y_indices_from_distributed_indices(Indices) {
        return decltype(detail::y_of_indices<Encoding, Indices>(
            std::make_integer_sequence<int, NDimY>{})){};
    }
    // The same as an adaptor, and as a descriptor of the registers (makers in tile_adaptor.hpp).
    template <class E = Encoding>
    static constexpr TILEPROOF_HOST_DEVICE auto get_ps_ys_to_xs_adaptor() {
        return make_ps_ys_to_xs_adaptor(E{});
    }
    template <class E = Encoding>
    static constexpr TILEPROOF_HOST_DEVICE auto get_ys_to_d_descriptor() {
        return make_ys_to_d_descriptor(E{});
    }
    static constexpr int num_dim_x = Encoding::num_dim_x;
    static constexpr int num_dim_p = Encoding::num_dim_p;
    static constexpr int num_dim_y = Encoding::num_dim_y;
    static constexpr int num_registers = static_cast<int>(Encoding::map.registers);
    static_assert(
        Encoding::map.elements <= INT32_MAX && Encoding::map.threads <= INT32_MAX,
        "make_static_tile_distribution: a tile with 2^31 elements or threads does not fit "
        "its 32-bit index");
    using x_index = array<index_t, num_dim_x>;
    using p_index = array<index_t, num_dim_p>;

    // The tile's lengths as a tuple of number<..>, as make_tile_window takes them.
    static constexpr TILEPROOF_HOST_DEVICE auto get_lengths() {
        return []<int... X>(std::integer_sequence<int, X...>) {
            return make_tuple(number<Encoding::map.x_lengths[X]>{}...);
        }
        (std::make_integer_sequence<int, num_dim_x>{});
    }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_lanes() {
        return Encoding::get_num_of_lanes();
    }
    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_warps() {
        return Encoding::get_num_of_warps();
    }

    // {lane} or {warp, lane} of a thread of the block. requires 0 <= thread < lanes * warps
    static constexpr TILEPROOF_HOST_DEVICE p_index get_partition_index(index_t thread) {
        static_assert(
            num_dim_p <= 2,
            "get_partition_index: an encoding with more than two P dims does not say which is "
            "the lane; give the P index itself");
        constexpr auto lanes = static_cast<std::uint32_t>(get_num_of_lanes());
        const auto number = static_cast<std::uint32_t>(thread);
        if constexpr (num_dim_p == 0) {
            return {};
        } else if constexpr (num_dim_p == 1) {
            return {thread};
        } else if constexpr (get_num_of_warps() == 1) {
            return {0, thread};
        } else {
            return {static_cast<index_t>(number / lanes), static_cast<index_t>(number % lanes)};
        }
    }

    // The same for the calling thread. A template, so that only its callers need to define the place.
    template <class Place = hardware_place>
    static TILEPROOF_HOST_DEVICE p_index get_partition_index() {
        return get_partition_index(Place::thread());
    }
    template <class Place = hardware_place>
    static TILEPROOF_HOST_DEVICE x_index calculate_index() {
        return calculate_index(get_partition_index<Place>());
    }
    // The R digits of a P index: the replica that its thread holds.
    template <class P>
    static constexpr TILEPROOF_HOST_DEVICE array<index_t, NDimR> calculate_rs_index_from_ps_index(
        [[maybe_unused]] const P& p) {
        static_assert(P::size() == NDimP, "a P index has one number for each P dim");
        array<index_t, NDimR> r{};
        if constexpr (NDimR > 0)
            unroll<Encoding::map.digits.size()>([&](auto i) {
                constexpr tile_digit d = Encoding::map.digits[i.value];
                if constexpr (d.dim.major == 0 && d.owner_is_p)
                    r[d.dim.minor] = static_cast<index_t>(tile_digit::read(
                        static_cast<index_t>(p[d.owner]), d.owner_weight, d.length));
            });
        return r;
    }

    // The X of register 0 of this P: the thread's own contribution.
    static constexpr TILEPROOF_HOST_DEVICE x_index
    calculate_index([[maybe_unused]] const p_index& p) {
        x_index x{};
        if constexpr (num_dim_x > 0)
            unroll<detail::p_terms_of<Encoding>::value.size()>([&](auto i) {
                constexpr detail::p_term term = detail::p_terms_of<Encoding>::value[i.value];
                auto digit = static_cast<std::uint32_t>(p[term.p]);
                if constexpr (term.weight != 1) digit /= static_cast<std::uint32_t>(term.weight);
                if constexpr (!term.slowest) digit %= static_cast<std::uint32_t>(term.length);
                x[term.x] += static_cast<index_t>(digit) * static_cast<index_t>(term.target);
            });
        return x;
    }
    // The contribution of register Y to X, a constant. requires 0 <= Y < get_y_lengths()
    template <index_t... Y>
    static constexpr TILEPROOF_HOST_DEVICE x_index calculate_index_of_y(sequence<Y...>) {
        static_assert(sizeof...(Y) == num_dim_y, "one number for each Y dim is needed");
        constexpr x_index x = detail::x_of_y<num_dim_x>(Encoding::map, sequence<Y...>::to_array());
        return x;
    }
    template <index_t... Y>
    static constexpr TILEPROOF_HOST_DEVICE x_index calculate_index(const p_index& p,
                                                                   sequence<Y...> y) {
        x_index x = calculate_index(p);
        if constexpr (num_dim_x > 0)
            for (int i = 0; i < num_dim_x; ++i) x[i] += calculate_index_of_y(y)[i];
        return x;
    }

    // The position of register Y in the thread buffer: Y packed, the last fastest.
    template <index_t... Y>
    static constexpr TILEPROOF_HOST_DEVICE int get_register(sequence<Y...>) {
        static_assert(sizeof...(Y) == num_dim_y, "one number for each Y dim is needed");
        constexpr int position = detail::register_of_y(Encoding::map, sequence<Y...>::to_array());
        static_assert(position >= 0, "this register is not one of the distribution's Y dims");
        return position;
    }
    // The inverse: the Y of a position in the thread buffer, as a sequence.
    template <int Register>
    using y_of_register = decltype(detail::y_sequence<Encoding, Register>(
        std::make_integer_sequence<int, num_dim_y>{}));
};

// Encoding: a tile_distribution_encoding. As in CK Tile.
template <class Encoding>
constexpr TILEPROOF_HOST_DEVICE auto make_static_tile_distribution(Encoding) {
    return tile_distribution<Encoding>{};
}

}  // namespace tileproof
