// SPDX-License-Identifier: MIT
// sequence<...>: integers known at compile time; tuple<...>: values of several types, as in CK Tile.
//
//   sequence<4, 1, 32>::size() == 3      sequence<4, 1, 32>::at(2) == 32
//   auto t = make_tuple(7, sequence<1, 2>{});   t.get<0>() == 7   t[number<1>{}] is sequence<1, 2>
//   apply([](auto... e) { .. }, t)       calls with the elements, in order
//
// std::tuple serves neither host and device code nor "one register each": its members are host
// functions to nvcc. This one is an aggregate of leaves, so that an empty element takes no room.
#pragma once

#include <tileproof/array.hpp>
#include <tileproof/number.hpp>
#include <type_traits>
#include <utility>

namespace tileproof {

template <long_index_t... Values>
struct sequence {
    static constexpr TILEPROOF_HOST_DEVICE int size() { return sizeof...(Values); }
    // Element i. requires 0 <= i < size()
    static constexpr TILEPROOF_HOST_DEVICE long_index_t at(int i) { return to_array()[i]; }
    static constexpr TILEPROOF_HOST_DEVICE array<long_index_t, sizeof...(Values)> to_array() {
        return {{Values...}};
    }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(sequence, sequence) { return true; }
};
template <>
struct sequence<> {
    static constexpr TILEPROOF_HOST_DEVICE int size() { return 0; }
    static constexpr TILEPROOF_HOST_DEVICE long_index_t at(int) { return 0; }  // never called
    static constexpr TILEPROOF_HOST_DEVICE array<long_index_t, 0> to_array() { return {}; }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(sequence, sequence) { return true; }
};

template <class T>
inline constexpr bool is_sequence_v = false;
template <long_index_t... Values>
inline constexpr bool is_sequence_v<sequence<Values...>> = true;

namespace detail {
template <int I, class T>
struct tuple_leaf {
    [[no_unique_address]] T value;
};
template <class Positions, class... T>
struct tuple_leaves;
template <int... I, class... T>
struct tuple_leaves<std::integer_sequence<int, I...>, T...> : tuple_leaf<I, T>... {};

// Overload resolution picks the one base that has this position; nothing is instantiated in
// between.
template <int I, class T>
constexpr TILEPROOF_HOST_DEVICE T& leaf_of(tuple_leaf<I, T>& leaf) {
    return leaf.value;
}
template <int I, class T>
constexpr TILEPROOF_HOST_DEVICE const T& leaf_of(const tuple_leaf<I, T>& leaf) {
    return leaf.value;
}
template <int I, class T>
T leaf_type(const tuple_leaf<I, T>&);
}  // namespace detail

template <class... T>
struct tuple : detail::tuple_leaves<std::make_integer_sequence<int, sizeof...(T)>, T...> {
    static constexpr TILEPROOF_HOST_DEVICE int size() { return sizeof...(T); }

    template <int I>
    constexpr TILEPROOF_HOST_DEVICE auto& get() {
        static_assert(I >= 0 && I < size(), "the position is not one of the tuple's elements");
        return detail::leaf_of<I>(*this);
    }
    template <int I>
    constexpr TILEPROOF_HOST_DEVICE const auto& get() const {
        static_assert(I >= 0 && I < size(), "the position is not one of the tuple's elements");
        return detail::leaf_of<I>(*this);
    }
    template <long_index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto& operator[](number<I>) {
        return get<static_cast<int>(I)>();
    }
    template <long_index_t I>
    constexpr TILEPROOF_HOST_DEVICE const auto& operator[](number<I>) const {
        return get<static_cast<int>(I)>();
    }
};

// The type of element I of a tuple type.
template <int I, class Tuple>
using tuple_element_t = decltype(detail::leaf_type<I>(std::declval<const Tuple&>()));

template <class T>
inline constexpr bool is_tuple_v = false;
template <class... T>
inline constexpr bool is_tuple_v<tuple<T...>> = true;

template <class... T>
constexpr TILEPROOF_HOST_DEVICE tuple<T...> make_tuple(T... elements) {
    return tuple<T...>{{{static_cast<T&&>(elements)}...}};
}

namespace detail {
template <class F, class Tuple, int... I>
constexpr TILEPROOF_HOST_DEVICE decltype(auto) apply_at(F&& f, Tuple&& t,
                                                        std::integer_sequence<int, I...>) {
    return static_cast<F&&>(f)(t.template get<I>()...);
}
template <class F, int... I>
constexpr TILEPROOF_HOST_DEVICE void static_for_each(F&& f, std::integer_sequence<int, I...>) {
    (f(number<I>{}), ...);
}
}  // namespace detail

// f(element 0, element 1, ..)
template <class F, class Tuple>
constexpr TILEPROOF_HOST_DEVICE decltype(auto) apply(F&& f, Tuple&& t) {
    constexpr int size = std::remove_cvref_t<Tuple>::size();
    return detail::apply_at(static_cast<F&&>(f), static_cast<Tuple&&>(t),
                            std::make_integer_sequence<int, size>{});
}

// Calls f(number<0>{}), f(number<1>{}), .. f(number<Count - 1>{}): a loop unrolled by the type
// system, whose counter can be a template argument.
template <int Count, class F>
constexpr TILEPROOF_HOST_DEVICE void static_for(F&& f) {
    detail::static_for_each(static_cast<F&&>(f), std::make_integer_sequence<int, Count>{});
}

}  // namespace tileproof
