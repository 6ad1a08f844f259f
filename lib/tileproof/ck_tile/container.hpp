// SPDX-License-Identifier: MIT
// Tuples and arrays made from others, and loops over them, under CK Tile's names.
//
//   generate_tuple([](auto i) { return i * number<2>{}; }, number<3>{})       (number<0>, number<2>, number<4>)
//   unpack([](auto... e) { return (e + ...); }, make_tuple(1, 2, 3))          6
//   concat_tuple(make_tuple(1), make_tuple(2, 3))                             (1, 2, 3)
//   container_reduce(make_tuple(2, 3, 4), multiplies{}, 1)                    24
//   container_reorder_given_new2old(make_tuple(7, 8, 9), sequence<2, 0, 1>{}) (9, 7, 8)
//   static_ford<sequence<2, 2>>{}(f)             f(sequence<0, 0>{}), f(sequence<0, 1>{}), ..
//   static_uford<sequence<2, 4>, sequence<1, 2>>{}(f)    f with two at a time: (0,0) and (0,1), then (0,2) and (0,3)
//   multi_index<2>{1, 2} + multi_index<2>{3, 4}  (4, 6)
#pragma once

#include <tileproof/ck_tile/sort.hpp>
#include <tileproof/descriptor/lengths.hpp>

namespace tileproof {

template <class T, index_t N>
using thread_buffer = array<T, N>;

// Arrays and indices.
template <class D = void, class... T>
constexpr TILEPROOF_HOST_DEVICE auto make_array(T&&... values) {
    using type =
        std::conditional_t<std::is_void_v<D>, std::common_type<T...>, std::enable_if<true, D>>;
    return array<typename type::type, sizeof...(T)>(static_cast<typename type::type>(values)...);
}
template <class T, index_t N, std::size_t Count>
constexpr TILEPROOF_HOST_DEVICE array<T, N> make_array_with(const T (&values)[Count]) {
    return values;  // the last stands for the rest
}
template <class T, class... V>
constexpr TILEPROOF_HOST_DEVICE auto make_thread_buffer(V&&... values) {
    return array<T, sizeof...(V)>(static_cast<T>(values)...);
}
template <class F, index_t N>
constexpr TILEPROOF_HOST_DEVICE auto generate_array(F&& f, number<N>) {
    return [&]<index_t... I>(sequence<I...>) {
        return array<std::remove_cvref_t<decltype(f(number<0>{}))>, N>(f(number<I>{})...);
    }
    (make_index_sequence<N>{});
}
template <class T, index_t N, class Values>
constexpr TILEPROOF_HOST_DEVICE array<T, N> to_array(const Values& values) {
    array<T, N> result{};
    if constexpr (N > 0) unroll<N>([&](auto i) { result[i.value] = static_cast<T>(values[i]); });
    return result;
}
template <index_t N>
constexpr TILEPROOF_HOST_DEVICE multi_index<N> make_zero_multi_index() {
    return {};
}
template <class Values>
constexpr TILEPROOF_HOST_DEVICE auto to_multi_index(const Values& values) {
    return to_array<index_t, Values::size()>(values);
}

#define TILEPROOF_X(op)                                                                       \
    template <class T, index_t N, class Other>                                                \
    requires(Other::size() == N) constexpr TILEPROOF_HOST_DEVICE array<T, N> operator op(     \
        const array<T, N>& a, const Other& b) {                                               \
        array<T, N> result{};                                                                 \
        if constexpr (N > 0)                                                                  \
            unroll<N>([&](auto i) { result[i.value] = static_cast<T>(a[i.value] op b[i]); }); \
        return result;                                                                        \
    }                                                                                         \
    template <class T, index_t N, class Other>                                                \
    requires(Other::size() == N) constexpr TILEPROOF_HOST_DEVICE array<T, N>& operator op##=( \
        array<T, N>& a, const Other& b) {                                                     \
        return a = a op b;                                                                    \
    }
TILEPROOF_X(+)
TILEPROOF_X(-)
TILEPROOF_X(*)
#undef TILEPROOF_X
template <index_t N>
constexpr TILEPROOF_HOST_DEVICE multi_index<N> operator*(index_t a, const multi_index<N>& x) {
    multi_index<N> result{};
    for (index_t i = 0; i < N; ++i) result[i] = a * x[i];
    return result;
}
template <index_t N>
constexpr TILEPROOF_HOST_DEVICE multi_index<N> operator*(const multi_index<N>& x, index_t a) {
    return a * x;
}

// Tuples.
namespace detail {
template <class T, class Positions>
struct repeated;
template <class T, index_t... I>
struct repeated<T, sequence<I...>> {
    template <index_t>
    using always = T;
    using type = tuple<always<I>...>;
};
}  // namespace detail
// N values of one type, each in its own register: a tuple.
template <class T, index_t N>
using tuple_array = typename detail::repeated<T, make_index_sequence<N>>::type;
template <class T, index_t N>
using statically_indexed_array = tuple_array<T, N>;

template <class F, class Values>
constexpr TILEPROOF_HOST_DEVICE decltype(auto) unpack(F&& f, Values&& values) {
    return [&]<index_t... I>(sequence<I...>)->decltype(auto) {
        return static_cast<F&&>(f)(values.template at<I>()...);
    }
    (make_index_sequence<std::remove_cvref_t<Values>::size()>{});
}
template <class F, class A, class B>
constexpr TILEPROOF_HOST_DEVICE decltype(auto) unpack2(F&& f, A&& a, B&& b) {
    return [&]<index_t... I, index_t... J>(sequence<I...>, sequence<J...>)->decltype(auto) {
        return static_cast<F&&>(f)(a.template at<I>()..., b.template at<J>()...);
    }
    (make_index_sequence<std::remove_cvref_t<A>::size()>{},
     make_index_sequence<std::remove_cvref_t<B>::size()>{});
}
template <class F, index_t N>
constexpr TILEPROOF_HOST_DEVICE auto generate_tuple(F&& f, number<N>) {
    return [&]<index_t... I>(sequence<I...>) { return make_tuple(f(number<I>{})...); }
    (make_index_sequence<N>{});
}
template <class... T>
constexpr TILEPROOF_HOST_DEVICE tuple<T&...> tie(T&... values) {
    return tuple<T&...>(values...);
}
template <class F, index_t N>
constexpr TILEPROOF_HOST_DEVICE auto generate_tie(F&& f, number<N>) {
    return [&]<index_t... I>(sequence<I...>) { return tie(f(number<I>{})...); }
    (make_index_sequence<N>{});
}
template <class... T>
constexpr TILEPROOF_HOST_DEVICE tuple<T...> concat_tuple(const tuple<T...>& t) {
    return t;
}
template <class... A, class... B, class... Rest>
constexpr TILEPROOF_HOST_DEVICE auto concat_tuple(const tuple<A...>& a, const tuple<B...>& b,
                                                  const Rest&... rest) {
    const auto both = unpack2([](const auto&... e) { return make_tuple(e...); }, a, b);
    if constexpr (sizeof...(Rest) == 0)
        return both;
    else
        return concat_tuple(both, rest...);
}
template <class F, class X, class... More>
constexpr TILEPROOF_HOST_DEVICE auto transform_tuples(F f, const X& x, const More&... more) {
    return generate_tuple([&](auto i) { return f(x.at(i), more.at(i)...); }, number<X::size()>{});
}
// f gives a tuple for each element; the tuples are concatenated.
constexpr TILEPROOF_HOST_DEVICE auto embed_tuples(auto f, const auto& x) {
    return unpack([&](const auto&... e) { return concat_tuple(f(e)...); }, x);
}
template <index_t Depth = 0, index_t MaxDepth = -1, class T>
constexpr TILEPROOF_HOST_DEVICE auto unroll_nested_tuple(const T& t) {
    if constexpr (!is_tuple_v<T>)
        return make_tuple(t);
    else if constexpr (Depth == MaxDepth || T::size() == 0)
        return t;
    else
        return unpack(
            [](const auto&... e) {
                return concat_tuple(unroll_nested_tuple<Depth + 1, MaxDepth>(e)...);
            },
            t);
}
template <index_t... Values>
constexpr TILEPROOF_HOST_DEVICE tuple<number<Values>...> sequence_to_tuple_of_number(
    sequence<Values...>) {
    return {};
}

// For any container.
template <class X, class F, class Init, index_t Begin = 0, index_t End = X::size(),
          index_t Step = 1>
constexpr TILEPROOF_HOST_DEVICE auto container_reduce(const X& x, F f, Init init,
                                                      number<Begin> = {}, number<End> = {},
                                                      number<Step> = {}) {
    if constexpr (Begin >= End)
        return init;
    else
        return container_reduce(x, f, f(x[number<Begin>{}], init), number<Begin + Step>{},
                                number<End>{}, number<Step>{});
}
constexpr TILEPROOF_HOST_DEVICE auto container_concat(const auto& x) { return x; }
template <class T, index_t N, index_t M>
constexpr TILEPROOF_HOST_DEVICE auto container_concat(const array<T, N>& a, const array<T, M>& b) {
    array<T, N + M> result{};
    if constexpr (N > 0)
        for (index_t i = 0; i < N; ++i) result[i] = a[i];
    if constexpr (M > 0)
        for (index_t i = 0; i < M; ++i) result[N + i] = b[i];
    return result;
}
template <class... A, class... B>
constexpr TILEPROOF_HOST_DEVICE auto container_concat(const tuple<A...>& a, const tuple<B...>& b) {
    return concat_tuple(a, b);
}
template <class A, class B, class C, class... Rest>
constexpr TILEPROOF_HOST_DEVICE auto container_concat(const A& a, const B& b, const C& c,
                                                      const Rest&... rest) {
    return container_concat(a, container_concat(b, c, rest...));
}
template <class T, index_t N>
constexpr TILEPROOF_HOST_DEVICE auto container_push_back(const array<T, N>& a, const T& x) {
    return container_concat(a, array<T, 1>(x));
}
template <class... T, class X>
constexpr TILEPROOF_HOST_DEVICE auto container_push_back(const tuple<T...>& a, const X& x) {
    return concat_tuple(a, make_tuple(x));
}
template <class... T, class X>
constexpr TILEPROOF_HOST_DEVICE auto container_push_front(const tuple<T...>& a, const X& x) {
    return concat_tuple(make_tuple(x), a);
}

// Element i of the result is old element Order[i].
template <class T, index_t N, index_t... Order>
constexpr TILEPROOF_HOST_DEVICE auto get_container_subset(const array<T, N>& a,
                                                          sequence<Order...>) {
    if constexpr (sizeof...(Order) == 0)
        return array<T, 0>{};
    else
        return array<T, sizeof...(Order)>(a[Order]...);
}
template <class... T, index_t... Order>
constexpr TILEPROOF_HOST_DEVICE auto get_container_subset(const tuple<T...>& t,
                                                          sequence<Order...>) {
    return make_tuple(t.template get<Order>()...);
}
template <class X, index_t... Places, class Values>
constexpr TILEPROOF_HOST_DEVICE void set_container_subset(X& x, sequence<Places...>,
                                                          const Values& values) {
    unroll<static_cast<int>(sizeof...(Places))>(
        [&](auto i) { x(sequence<Places...>::at(i)) = values[i]; });
}
template <class X, index_t... Order>
constexpr TILEPROOF_HOST_DEVICE auto container_reorder_given_new2old(const X& x,
                                                                     sequence<Order...> order) {
    static_assert(X::size() == sizeof...(Order), "an order has one place for each element");
    if constexpr (is_sequence_v<X>)
        return X::reorder_new_to_old(order);
    else
        return get_container_subset(x, order);
}
template <class X, index_t... Order>
constexpr TILEPROOF_HOST_DEVICE auto container_reorder_given_old2new(const X& x,
                                                                     sequence<Order...>) {
    return container_reorder_given_new2old(
        x, typename sequence_map_inverse<sequence<Order...>>::type{});
}
// Element i is the fold of the elements after it, starting from init; the inclusive scan includes element i itself.
template <class T, index_t N, class F, class Init>
constexpr TILEPROOF_HOST_DEVICE array<T, N> container_reverse_exclusive_scan(const array<T, N>& x,
                                                                             F f, Init init) {
    array<T, N> result{};
    T sum = static_cast<T>(init);
    for (index_t i = N - 1; i >= 0; --i) {
        result[i] = sum;
        sum = f(sum, x[i]);
    }
    return result;
}
template <class T, index_t N, class F, class Init>
constexpr TILEPROOF_HOST_DEVICE array<T, N> container_reverse_inclusive_scan(const array<T, N>& x,
                                                                             F f, Init init) {
    array<T, N> result{};
    T sum = static_cast<T>(init);
    for (index_t i = N - 1; i >= 0; --i) result[i] = sum = f(sum, x[i]);
    return result;
}
template <index_t... V, class F, index_t Init>
constexpr TILEPROOF_HOST_DEVICE auto container_reverse_exclusive_scan(sequence<V...> s, F f,
                                                                      number<Init> init) {
    return reverse_exclusive_scan_sequence(s, f, init);
}

// Loops over all indices of these lengths, the last dim fastest.
namespace detail {
template <class Lengths, class Unpacks, index_t Access, index_t Element>
struct index_of_access {
    static constexpr auto value = [] {
        array<index_t, Lengths::size()> result{};
        index_t access = Access, element = Element;
        for (index_t i = Lengths::size() - 1; i >= 0; --i) {
            const index_t pack = Unpacks::at(i), packs = Lengths::at(i) / pack;
            result[i] = access % packs * pack + element % pack;
            access /= packs;
            element /= pack;
        }
        return result;
    }();
};
template <class Lengths, class Unpacks, index_t Access, class F, index_t... Element>
constexpr TILEPROOF_HOST_DEVICE void call_with_pack(F& f, sequence<Element...>) {
    f(sequence_of_array<index_of_access<Lengths, Unpacks, Access, Element>>{}...);
}
template <class Sequence>
inline constexpr index_t product_of = reduce_on_sequence(Sequence{}, ck_tile::multiplies<index_t>{},
                                                         number<1>{});
}  // namespace detail

// Several indices at a time: Unpacks says how many of each dim. f(first index, second index, ..) for each pack; the
// second form calls it for one pack. Orders: the order of the dims, slowest first.
template <class Lengths, class Unpacks = uniform_sequence_gen_t<Lengths::size(), 1>,
          class Orders = make_index_sequence<Lengths::size()>>
struct static_uford {
    using ordered_lengths = decltype(Lengths::reorder_new_to_old(Orders{}));
    using ordered_unpacks = decltype(Unpacks::reorder_new_to_old(Orders{}));
    static constexpr index_t pack = detail::product_of<Unpacks>;

    static constexpr TILEPROOF_HOST_DEVICE index_t get_num_of_access() {
        return detail::product_of<Lengths> / pack;
    }
    template <class F>
    constexpr TILEPROOF_HOST_DEVICE void operator()(F f) const {
        unroll<get_num_of_access()>([&](auto access) { (*this)(f, access); });
    }
    template <class F, index_t Access>
    constexpr TILEPROOF_HOST_DEVICE void operator()(F f, number<Access>) const {
        const auto in_order = [&](auto... ordered) {
            f(decltype(ordered)::reorder_old_to_new(Orders{})...);
        };
        detail::call_with_pack<ordered_lengths, ordered_unpacks, Access>(
            in_order, make_index_sequence<pack>{});
    }
};
template <class Lengths, class Orders = make_index_sequence<Lengths::size()>>
struct static_ford {
    template <class F>
    constexpr TILEPROOF_HOST_DEVICE void operator()(F f) const {
        static_uford<Lengths, uniform_sequence_gen_t<Lengths::size(), 1>, Orders>{}(f);
    }
};

template <bool First, class A, class B>
constexpr TILEPROOF_HOST_DEVICE auto conditional_expr(A&& a, B&& b) {
    if constexpr (First)
        return static_cast<A&&>(a);
    else
        return static_cast<B&&>(b);
}

}  // namespace tileproof
