// SPDX-License-Identifier: MIT
// Reads lengths as users write them: number<4>{} is known at compile time, 4 at run time.
//
//   make_tuple(number<4>{}, n)   a list of lengths, the first known at compile time
//   sequence<4, 64>{}            all known at compile time
//   multi_index<2>{4, n}         all known at run time
//
// extents_of<Index> turns each of them into the extents that transforms hold.
#pragma once

#include <limits>
#include <tileproof/number.hpp>
#include <tileproof/sequence.hpp>
#include <type_traits>

namespace tileproof {

// An index of N dimensions, as in CK Tile: the last number given also stands for the rest.
//   multi_index<3>{1, 2}      (1, 2, 2)          multi_index<3>{}      (0, 0, 0)
template <index_t N>
using multi_index = array<index_t, N>;

template <class... I>
constexpr TILEPROOF_HOST_DEVICE multi_index<static_cast<int>(sizeof...(I))> make_multi_index(
    I... i) {
    return {static_cast<index_t>(i)...};
}

template <class T>
inline constexpr bool is_number_v = false;
template <auto Value>
inline constexpr bool is_number_v<constant<Value>> =
    std::is_integral_v<decltype(Value)> && !std::is_same_v<decltype(Value), bool>;

// A run-time margin that makes a length a multiple of Multiple. pad_tensor_view adds it, so claims of vectors that
// divide Multiple survive the pad.
template <long_index_t Multiple, class Index>
struct margin_to_multiple {
    static constexpr long_index_t multiple = Multiple;
    Index value{};
    constexpr TILEPROOF_HOST_DEVICE operator Index() const { return value; }
};
template <class T>
inline constexpr bool is_margin_to_multiple_v = false;
template <long_index_t Multiple, class Index>
inline constexpr bool is_margin_to_multiple_v<margin_to_multiple<Multiple, Index>> = true;

// A length, stride, distance or position: number<...> or an integer (but not bool).
template <class T>
concept length_like = is_number_v<std::remove_cvref_t<T>> ||
    is_margin_to_multiple_v<std::remove_cvref_t<T>> ||
    (std::is_integral_v<std::remove_cvref_t<T>> && !std::is_same_v<std::remove_cvref_t<T>, bool>);

// A list of lengths: tuple, sequence, or an array of integers.
template <class T>
inline constexpr bool is_length_list_v = false;
template <class... T>
inline constexpr bool is_length_list_v<tuple<T...>> = (true && ... && length_like<T>);
template <index_t... Values>
inline constexpr bool is_length_list_v<sequence<Values...>> = true;
template <class T, int N>
inline constexpr bool is_length_list_v<array<T, N>> = length_like<T>;
template <class T>
concept length_list = is_length_list_v<std::remove_cvref_t<T>>;

namespace detail {

// Signed: the value may be negative, as the stride of an embed above a pad.
template <class T, bool Signed = false>
constexpr TILEPROOF_HOST_DEVICE long_index_t static_length_of() {
    if constexpr (is_number_v<T>) {
        static_assert(Signed || T::value >= 0,
                      "A length, stride, pad or position must not be negative.");
        return T::value;
    } else {
        return dynamic;
    }
}

// A number stays a number; every integer becomes Index.
template <class Index, class T>
struct held_as {
    using type = Index;
};
template <class Index, auto Value>
struct held_as<Index, constant<Value>> {
    static_assert(Value >= 0, "A length, stride, pad or position must not be negative.");
    using type = constant<Value>;
};
template <class Index, long_index_t Multiple, class Other>
struct held_as<Index, margin_to_multiple<Multiple, Other>> {
    using type = margin_to_multiple<Multiple, Index>;
};
template <class Index, class T>
using held_as_t = typename held_as<Index, T>::type;

template <class Index, class T>
constexpr TILEPROOF_HOST_DEVICE held_as_t<Index, T> hold(const T& value) {
    if constexpr (is_number_v<T>)
        return {};
    else if constexpr (is_margin_to_multiple_v<T>)
        return {static_cast<Index>(value.value)};
    else
        return static_cast<Index>(value);
}

// Extents from a callable that gives value i; called only for values known at run time.
template <class Extents, class Values>
constexpr TILEPROOF_HOST_DEVICE Extents fill_extents(const Values& values) {
    if constexpr (Extents::rank_dynamic == 0) {
        return Extents{};
    } else {
        using index = typename Extents::index_type;
        array<index, Extents::rank_dynamic> known{};
        for (int i = 0, next = 0; i < Extents::rank_static; ++i)
            if (Extents::static_value(i) == dynamic) known[next++] = static_cast<index>(values[i]);
        return [&]<int... I>(std::integer_sequence<int, I...>) { return Extents(known[I]...); }
        (std::make_integer_sequence<int, Extents::rank_dynamic>{});
    }
}

}  // namespace detail

template <class Index, bool Signed = false, class... T>
constexpr TILEPROOF_HOST_DEVICE auto extents_of(const tuple<T...>& lengths) {
    static_assert((true && ... && length_like<T>),
                  "A length is a number<...> or an integer; this tuple has something else in it.");
    using type = extents<Index, detail::static_length_of<T, Signed>()...>;
    array<long_index_t, sizeof...(T)> values = apply(
        [](const auto&... value) {
            return array<long_index_t, sizeof...(T)>(static_cast<long_index_t>(value)...);
        },
        lengths);
    return detail::fill_extents<type>(values);
}
template <class Index, bool Signed = false>
constexpr TILEPROOF_HOST_DEVICE extents<Index> extents_of(const tuple<>&) {
    return {};
}
template <class Index, bool Signed = false, index_t... Values>
constexpr TILEPROOF_HOST_DEVICE extents<Index, Values...> extents_of(sequence<Values...>) {
    static_assert(Signed || (true && ... && (Values >= 0)),
                  "A length, stride, pad or position must not be negative.");
    return {};
}
template <class Index, bool Signed = false, class T, int N>
constexpr TILEPROOF_HOST_DEVICE auto extents_of(const array<T, N>& lengths) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
        using type = extents<Index, (static_cast<void>(I), dynamic)...>;
        return detail::fill_extents<type>(lengths);
    }
    (std::make_integer_sequence<int, N>{});
}
// The same extents with another index type.
template <class Index, class Other, long_index_t... Values>
constexpr TILEPROOF_HOST_DEVICE auto extents_of(const extents<Other, Values...>& lengths) {
    return detail::fill_extents<extents<Index, Values...>>(lengths);
}
template <class Index>
constexpr TILEPROOF_HOST_DEVICE span_extents extents_of(const span_extents& lengths) {
    return lengths;
}

}  // namespace tileproof
