// SPDX-License-Identifier: MIT
// Sequences sorted, inverted and cut into slices, under CK Tile's names.
//
//   sequence_sort<sequence<3, 1, 2>, less<index_t>>::type                   sequence<1, 2, 3>
//     ::sorted2unsorted_map                                                 sequence<1, 2, 0>: the old positions
//   sequence_unique_sort<sequence<3, 1, 3>, less<..>, equal<..>>::type      sequence<1, 3>
//   sequence_map_inverse<sequence<2, 0, 1>>::type                           sequence<1, 2, 0>
//   reverse_slice_sequence(sequence<4, 2, 8>{}, number<16>{})   slices of 16, from the last element on: lengths
//                                                               (1, 2, 8), how many (4, 1, 1), cut at dim 0
//   slice_sequence(sequence<4, 2, 8>{}, number<8>{})            from the first: lengths (4, 2, 1), how many (1, 1, 8)
#pragma once

#include <tileproof/ck_tile/sequence.hpp>

namespace tileproof {

namespace detail {

template <class Values, class Less, class Equal>
struct sorted {
    static constexpr index_t size = Values::size();
    // The positions of the values, smallest value first; equal values keep their order.
    static constexpr array<index_t, size> order = [] {
        array<index_t, size> places{};
        if constexpr (size > 0) {
            for (index_t i = 0; i < size; ++i) {
                index_t k = i;
                for (; k > 0 && Less{}(Values::at(i), Values::at(places[k - 1])); --k)
                    places[k] = places[k - 1];
                places[k] = i;
            }
        }
        return places;
    }();
    static constexpr bool repeats(index_t k) {
        return k > 0 && Equal{}(Values::at(order[k]), Values::at(order[k - 1]));
    }
    static constexpr index_t count = [] {
        index_t result = 0;
        if constexpr (size > 0)
            for (index_t k = 0; k < size; ++k) result += repeats(k) ? 0 : 1;
        return result;
    }();
    static constexpr array<index_t, count> value = [] {
        array<index_t, count> places{};
        index_t next = 0;
        if constexpr (size > 0)
            for (index_t k = 0; k < size; ++k)
                if (!repeats(k)) places[next++] = order[k];
        return places;
    }();
};
struct never {
    constexpr TILEPROOF_HOST_DEVICE bool operator()(index_t, index_t) const { return false; }
};

template <class Map>
struct inverted {
    static constexpr auto value = [] {
        array<index_t, Map::size()> result{};
        for (index_t i = 0; i < Map::size(); ++i) result[Map::at(i)] = i;
        return result;
    }();
};

// Slices of Size elements of a packed index, taken from the last dim on where the mask allows.
template <class Lengths, index_t Size, class Mask>
struct sliced_lengths {
    struct result {
        array<index_t, Lengths::size()> lengths{}, counts{};
        index_t rest = Size, cut = 0;
    };
    static constexpr result all = [] {
        result r{};
        bool is_cut = false;
        for (index_t i = Lengths::size() - 1; i >= 0; --i) {
            const index_t whole = Lengths::at(i);
            r.lengths[i] = Mask::at(i) != 0 ? ck_tile::gcd(whole, r.rest) : whole;
            r.counts[i] = whole / r.lengths[i];
            if (Mask::at(i) == 0) continue;
            r.rest /= r.lengths[i];
            if (!is_cut && r.lengths[i] != whole && r.rest == 1) {
                is_cut = true;
                r.cut = i;
            }
        }
        return r;
    }();
    struct lengths {
        static constexpr auto value = all.lengths;
    };
    struct counts {
        static constexpr auto value = all.counts;
    };
    static_assert(all.rest == 1, "this sequence cannot be cut into slices of that size");
};

}  // namespace detail

template <class Values, class Less>
struct sequence_sort {
    using sorted2unsorted_map = sequence_of_array<detail::sorted<Values, Less, detail::never>>;
    using type = decltype(Values::extract(sorted2unsorted_map{}));
};
template <class Values, class Less, class Equal>
struct sequence_unique_sort {
    using sorted2unsorted_map = sequence_of_array<detail::sorted<Values, Less, Equal>>;
    using type = decltype(Values::extract(sorted2unsorted_map{}));
};
template <class Map>
struct is_valid_sequence_map
    : std::is_same<typename sequence_sort<Map, ck_tile::less<index_t>>::type,
                   make_index_sequence<Map::size()>> {};
template <class Map>
struct sequence_map_inverse {
    static_assert(is_valid_sequence_map<Map>::value, "only a permutation has an inverse");
    using type = sequence_of_array<detail::inverted<Map>>;
};

template <class Lengths, index_t Size, class Mask = uniform_sequence_gen_t<Lengths::size(), 1>>
constexpr TILEPROOF_HOST_DEVICE auto reverse_slice_sequence(Lengths, number<Size>, Mask = {}) {
    using cut = detail::sliced_lengths<Lengths, Size, Mask>;
    return make_tuple(sequence_of_array<typename cut::lengths>{},
                      sequence_of_array<typename cut::counts>{}, number<cut::all.cut>{});
}
template <class Lengths, index_t Size, class Mask = uniform_sequence_gen_t<Lengths::size(), 1>>
constexpr TILEPROOF_HOST_DEVICE auto slice_sequence(Lengths, number<Size>, Mask = {}) {
    constexpr auto cut =
        reverse_slice_sequence(Lengths::reverse(), number<Size>{}, Mask::reverse());
    using parts = std::remove_cv_t<decltype(cut)>;
    return make_tuple(
        tuple_element_t<0, parts>::reverse(), tuple_element_t<1, parts>::reverse(),
        number<Lengths::size() - 1 - static_cast<index_t>(tuple_element_t<2, parts>::value)>{});
}

}  // namespace tileproof
