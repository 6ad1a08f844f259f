// SPDX-License-Identifier: MIT
// sequence<...>: integers known at compile time; tuple<...>: values of several types, as in CK Tile.
//
//   sequence<4, 1, 32>::size() == 3      sequence<4, 1, 32>::at(2) == 32
//   auto t = make_tuple(7, sequence<1, 2>{});   t.get<0>() == 7   t[number<1>{}] is sequence<1, 2>
//   apply([](auto... e) { .. }, t)       calls with the elements, in order
//
// std::tuple is no use here: its members are host functions to nvcc. This one is an aggregate of leaves, so empty
// elements take no space.
#pragma once

#include <tileproof/array.hpp>
#include <tileproof/number.hpp>
#include <type_traits>
#include <utility>

namespace tileproof {

template <index_t... Values>
struct sequence;

namespace detail {
// Count consecutive elements of Values from First on.
template <class Values, index_t First, class Positions>
struct taken_from;
template <class Values, index_t First, index_t... I>
struct taken_from<Values, First, std::integer_sequence<index_t, I...>> {
    using type = sequence<Values::at(First + I)...>;
};
template <class Values, index_t First, index_t Count>
using part = typename taken_from<Values, First, std::make_integer_sequence<index_t, Count>>::type;
}  // namespace detail

template <index_t... Values>
struct sequence {
    using type = sequence;
    using value_type = index_t;
    static constexpr index_t count = sizeof...(Values);

    static constexpr TILEPROOF_HOST_DEVICE index_t size() { return count; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }
    static constexpr TILEPROOF_HOST_DEVICE array<long_index_t, count> to_array() {
        if constexpr (count > 0)
            return {static_cast<long_index_t>(Values)...};
        else
            return {};
    }
    // Element i, as an integer. requires 0 <= i < size()
    static constexpr TILEPROOF_HOST_DEVICE index_t at([[maybe_unused]] index_t i) {
        if constexpr (count > 0)
            return array<index_t, count>(Values...)[i];
        else
            return 0;  // never called
    }
    // The same as a number<..>, for a position known at compile time: at<2>(), at(number<2>{}).
    template <index_t I>
    static constexpr TILEPROOF_HOST_DEVICE auto at(number<I> = {}) {
        static_assert(I >= 0 && I < count, "the position is not one of the sequence's elements");
        return number<at(static_cast<index_t>(I))>{};
    }
    template <index_t I>
    static constexpr TILEPROOF_HOST_DEVICE auto get(number<I> = {}) {
        return at<I>();
    }
    template <class I>
    constexpr TILEPROOF_HOST_DEVICE auto operator[](I i) const {
        return at(i);
    }
    static constexpr TILEPROOF_HOST_DEVICE auto front() { return at<0>(); }
    static constexpr TILEPROOF_HOST_DEVICE auto back() { return at<count - 1>(); }

    // Sequences made of this one; CK Tile's names.
    template <index_t... More>
    static constexpr TILEPROOF_HOST_DEVICE sequence<Values..., More...> push_back(
        sequence<More...>) {
        return {};
    }
    template <index_t... More>
    static constexpr TILEPROOF_HOST_DEVICE sequence<Values..., More...> push_back(number<More>...) {
        return {};
    }
    template <index_t... More>
    static constexpr TILEPROOF_HOST_DEVICE sequence<More..., Values...> push_front(
        sequence<More...>) {
        return {};
    }
    template <index_t... More>
    static constexpr TILEPROOF_HOST_DEVICE sequence<More..., Values...> push_front(
        number<More>...) {
        return {};
    }
    static constexpr TILEPROOF_HOST_DEVICE auto pop_front() {
        return detail::part<sequence, 1, count - 1>{};
    }
    static constexpr TILEPROOF_HOST_DEVICE auto pop_back() {
        return detail::part<sequence, 0, count - 1>{};
    }
    static constexpr TILEPROOF_HOST_DEVICE auto reverse() {
        return sequence<Values...>::reversed(std::make_integer_sequence<index_t, count>{});
    }
    // The elements at these positions.
    template <index_t... Places>
    static constexpr TILEPROOF_HOST_DEVICE sequence<at(static_cast<index_t>(Places))...> extract(
        sequence<Places...>) {
        return {};
    }
    template <index_t... Places>
    static constexpr TILEPROOF_HOST_DEVICE sequence<at(static_cast<index_t>(Places))...> extract(
        number<Places>...) {
        return {};
    }
    // Element i is old element Order[i].
    template <index_t... Order>
    static constexpr TILEPROOF_HOST_DEVICE sequence<at(static_cast<index_t>(Order))...>
    reorder_new_to_old(sequence<Order...>) {
        return {};
    }
    // Old element i is element Order[i].
    template <index_t... Order>
    static constexpr TILEPROOF_HOST_DEVICE auto reorder_old_to_new(sequence<Order...> order) {
        return [&]<index_t... I>(std::integer_sequence<index_t, I...>) {
            return sequence<at(place_of(I, order))...>{};
        }
        (std::make_integer_sequence<index_t, count>{});
    }
    template <index_t Place, index_t Value>
    static constexpr TILEPROOF_HOST_DEVICE auto modify(number<Place>, number<Value>) {
        return [&]<index_t... I>(std::integer_sequence<index_t, I...>) {
            return sequence<(I == Place ? Value : Values)...>{};
        }
        (std::make_integer_sequence<index_t, count>{});
    }
    static constexpr TILEPROOF_HOST_DEVICE auto transform(auto f) {
        return sequence<f(Values)...>{};
    }
    TILEPROOF_CK_CLASSIC_SEQUENCE

  private:
    template <index_t... I>
    static constexpr TILEPROOF_HOST_DEVICE auto reversed(std::integer_sequence<index_t, I...>) {
        return sequence<at(static_cast<index_t>(count - 1 - I))...>{};
    }
    // The position of a value in an order.
    template <index_t... Order>
    static constexpr TILEPROOF_HOST_DEVICE index_t place_of(index_t value, sequence<Order...>) {
        index_t place = 0, result = -1;
        ((result = Order == value ? place : result, ++place), ...);
        return result;
    }
};

template <index_t... A, index_t... B>
constexpr TILEPROOF_HOST_DEVICE bool operator==(sequence<A...>, sequence<B...>) {
    return std::is_same_v<sequence<A...>, sequence<B...>>;
}

template <class T>
inline constexpr bool is_sequence_v = false;
template <index_t... Values>
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

// Overload resolution picks the one base that has this position, so nothing in between is instantiated.
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
struct as_they_are {};
}  // namespace detail

template <class... T>
struct tuple : detail::tuple_leaves<std::make_integer_sequence<int, sizeof...(T)>, T...> {
    using leaves = detail::tuple_leaves<std::make_integer_sequence<int, sizeof...(T)>, T...>;

    constexpr tuple() = default;
    // For make_tuple, which passes exactly these types: saves overload resolution.
    constexpr TILEPROOF_HOST_DEVICE_INLINE tuple(detail::as_they_are, T... values)
        : leaves{{static_cast<T&&>(values)}...} {}
    template <class... U>
    requires(sizeof...(U) == sizeof...(T)) &&
        (sizeof...(U) > 0) && detail::are_not<tuple, std::remove_cvref_t<U>...> &&
        (std::is_constructible_v<T, U&&> && ...)  //
        constexpr TILEPROOF_HOST_DEVICE_INLINE tuple(U&&... values)
        : leaves{{static_cast<T>(static_cast<U&&>(values))}...} {}

    static constexpr TILEPROOF_HOST_DEVICE index_t size() { return sizeof...(T); }

    // Element I, which has four spellings: t.get<1>(), t.at<1>(), t[number<1>{}], t(number<1>{}).
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto& get(number<I> = {}) {
        static_assert(I >= 0 && I < size(), "the position is not one of the tuple's elements");
        return detail::leaf_of<I>(*this);
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const auto& get(number<I> = {}) const {
        static_assert(I >= 0 && I < size(), "the position is not one of the tuple's elements");
        return detail::leaf_of<I>(*this);
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto& at(number<I> = {}) {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const auto& at(number<I> = {}) const {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto& operator[](number<I>) {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const auto& operator[](number<I>) const {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE auto& operator()(number<I>) {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const auto& operator()(number<I>) const {
        return get<I>();
    }
    // Whether all its elements are types without data, such as numbers.
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() {
        return (true && ... && std::is_empty_v<T>);
    }
    TILEPROOF_CK_CLASSIC_TUPLE
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
    return tuple<T...>(detail::as_they_are{}, static_cast<T&&>(elements)...);
}

namespace detail {
template <class F, class Tuple, int... I>
constexpr TILEPROOF_HOST_DEVICE decltype(auto) apply_at(F&& f, Tuple&& t,
                                                        std::integer_sequence<int, I...>) {
    return static_cast<F&&>(f)(t.template get<I>()...);
}
template <class F, int... I>
constexpr TILEPROOF_HOST_DEVICE void unroll_each(F&& f, std::integer_sequence<int, I...>) {
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

template <class... T>
constexpr TILEPROOF_HOST_DEVICE bool operator==(const tuple<T...>& a, const tuple<T...>& b) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
        return (true && ... && static_cast<bool>(a.template get<I>() == b.template get<I>()));
    }
    (std::make_integer_sequence<int, sizeof...(T)>{});
}

// Calls f(number<0>{}), f(number<1>{}), .. f(number<Count - 1>{}): a loop unrolled by the type system, whose counter
// can be a template argument.
template <int Count, class F>
constexpr TILEPROOF_HOST_DEVICE void unroll(F&& f) {
    detail::unroll_each(static_cast<F&&>(f), std::make_integer_sequence<int, Count>{});
}

// CK Tile's: static_for<2, 8, 3>{}(f) calls f(number<2>{}), f(number<5>{}). requires Step > 0 and a whole number of
// steps, or Step < 0, counting down
template <index_t Begin, index_t End, index_t Step>
struct static_for {
    static_assert(Step != 0 && (End - Begin) % Step == 0,
                  "static_for<begin, end, step> counts from begin to end in whole steps");
    template <class F>
    constexpr TILEPROOF_HOST_DEVICE void operator()(F f) const {
        if constexpr ((End - Begin) / Step > 0)
            unroll<(End - Begin) / Step>(
                [&](auto i) { f(number<Begin + static_cast<index_t>(i.value) * Step>{}); });
    }
};

}  // namespace tileproof

template <class... T>
struct std::tuple_size<tileproof::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {
};
template <std::size_t I, class... T>
struct std::tuple_element<I, tileproof::tuple<T...>> {
    using type = tileproof::tuple_element_t<static_cast<int>(I), tileproof::tuple<T...>>;
};
