// SPDX-License-Identifier: MIT
// Dimension ids at compile time: which transform owns which dimension, as sequences.
//
//   stage_ids<3, sequence<1, 2>, tuple<sequence<0>, sequence<1>>, tuple<sequence<0, 1>, sequence<2>>>
//     (three hidden dims so far, of which 1 and 2 are visible)
//     lower   tuple<sequence<1>, sequence<2>>       hidden ids consumed
//     upper   tuple<sequence<3, 4>, sequence<5>>    hidden ids made, in the order they are listed
//     top     sequence<3, 4, 5>                     the visible ones, in visible order
#pragma once

#include <tileproof/descriptor/lengths.hpp>

namespace tileproof::detail {

template <class T>
inline constexpr bool is_id_list_v = false;
template <class... S>
inline constexpr bool is_id_list_v<tuple<S...>> = (true && ... && is_sequence_v<S>);

template <class Ids>
inline constexpr int id_count = 0;
template <class... S>
inline constexpr int id_count<tuple<S...>> = (0 + ... + S::size());

// All ids of a list of sequences, in order.
template <class... S>
constexpr TILEPROOF_HOST_DEVICE auto concatenate_ids(tuple<S...>) {
    array<long_index_t, (0 + ... + S::size())> all{};
    if constexpr ((0 + ... + S::size()) > 0) {
        int next = 0;
        const auto add = [&](auto ids) {
            for (int i = 0; i < ids.size(); ++i) all[next++] = ids.at(i);
        };
        (add(S{}), ...);
    }
    return all;
}

// Whether the ids are 0 .. Count - 1, each once, in any order.
template <int Count, class Ids>
constexpr TILEPROOF_HOST_DEVICE bool is_permutation_of() {
    constexpr auto all = concatenate_ids(Ids{});
    if (all.size() != Count) return false;
    for (long_index_t wanted = 0; wanted < Count; ++wanted) {
        int found = 0;
        for (int i = 0; i < all.size(); ++i) found += all[i] == wanted ? 1 : 0;
        if (found != 1) return false;
    }
    return true;
}

template <index_t First, class Positions>
struct counted_sequence;
template <index_t First, index_t... I>
struct counted_sequence<First, std::integer_sequence<index_t, I...>> {
    using type = sequence<(First + I)...>;
};
// Count ids: First, First + 1, ..
template <index_t First, index_t Count>
using count_from =
    typename counted_sequence<First, std::make_integer_sequence<index_t, Count>>::type;

// Each id replaced by Map's element at that position.
template <class Map, class Ids>
struct mapped;
template <class Map, index_t... I>
struct mapped<Map, sequence<I...>> {
    using type = sequence<Map::at(static_cast<int>(I))...>;
};
template <class Map, class... S>
struct mapped<Map, tuple<S...>> {
    using type = tuple<typename mapped<Map, S>::type...>;
};

// The total number of ids in the lists before list i.
template <class... S>
constexpr TILEPROOF_HOST_DEVICE long_index_t ids_before(tuple<S...>, int i) {
    long_index_t count = 0;
    int position = 0;
    (static_cast<void>(count += position++ < i ? S::size() : 0), ...);
    return count;
}

template <index_t First, class Ids, class Positions>
struct numbered;
template <index_t First, class... S, int... I>
struct numbered<First, tuple<S...>, std::integer_sequence<int, I...>> {
    using type = tuple<count_from<First + ids_before(tuple<S...>{}, I), S::size()>...>;
};

// The hidden id of visible dim v is First + the place at which the upper ids list v.
template <class UpperIds>
constexpr TILEPROOF_HOST_DEVICE long_index_t place_of(long_index_t v) {
    constexpr auto all = concatenate_ids(UpperIds{});
    for (int i = 0; i < all.size(); ++i)
        if (all[i] == v) return i;
    return -1;
}
template <index_t First, class UpperIds, class Positions>
struct ordered_top;
template <index_t First, class UpperIds, index_t... V>
struct ordered_top<First, UpperIds, std::integer_sequence<index_t, V...>> {
    using type = sequence<(First + place_of<UpperIds>(V))...>;
};

template <index_t HiddenCount, class OldTop, class LowerIds, class UpperIds>
struct stage_ids {
    using lower = typename mapped<OldTop, LowerIds>::type;
    using upper = typename numbered<HiddenCount, UpperIds,
                                    std::make_integer_sequence<int, UpperIds::size()>>::type;
    using top = typename ordered_top<HiddenCount, UpperIds,
                                     std::make_integer_sequence<index_t, id_count<UpperIds>>>::type;
};

template <class A, class B>
struct joined;
template <index_t... A, index_t... B>
struct joined<sequence<A...>, sequence<B...>> {
    using type = sequence<A..., B...>;
};
template <class... A, class... B>
struct joined<tuple<A...>, tuple<B...>> {
    using type = tuple<A..., B...>;
};
template <class A, class B>
using join = typename joined<A, B>::type;

template <class... A, class... B>
constexpr TILEPROOF_HOST_DEVICE tuple<A..., B...> join_tuples(
    [[maybe_unused]] const tuple<A...>& a, [[maybe_unused]] const tuple<B...>& b) {
    return [&]<int... I, int... J>(std::integer_sequence<int, I...>,
                                   std::integer_sequence<int, J...>) {
        return make_tuple(A(a.template get<I>())..., B(b.template get<J>())...);
    }
    (std::make_integer_sequence<int, sizeof...(A)>{},
     std::make_integer_sequence<int, sizeof...(B)>{});
}

// The elements of `all` at the ids, and back.
template <class T, int N, index_t... Id>
constexpr TILEPROOF_HOST_DEVICE_INLINE array<T, sizeof...(Id)> take(
    [[maybe_unused]] const array<T, N>& all, sequence<Id...>) {
    if constexpr (sizeof...(Id) == 0)
        return {};
    else
        return {all[static_cast<int>(Id)]...};
}
template <class T, int N, int M, index_t... Id>
constexpr TILEPROOF_HOST_DEVICE_INLINE void put([[maybe_unused]] array<T, N>& all,
                                                [[maybe_unused]] const array<T, M>& values,
                                                sequence<Id...>) {
    [[maybe_unused]] int i = 0;
    (static_cast<void>(all[static_cast<int>(Id)] = values[i++]), ...);
}

}  // namespace tileproof::detail
