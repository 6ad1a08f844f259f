// SPDX-License-Identifier: MIT
// array<T, N>: std::array for host and device (std::array's members are host functions to nvcc).
//
//   array<int, 3> a{1, 2, 3};   a[1] == 2   a.at<1>() == 2   a(1) = 5   auto [x, y, z] = a;
//   array<int, 3>{1, 7}         (1, 7, 7): the last value given stands for the rest, as in CK Tile
//   array<int, 3>{}             (0, 0, 0)
//   array<_Float16, 8> v;       v.get_as<array<_Float16, 4>>(1): its elements 4 to 7
#pragma once

#include <tileproof/ck_classic/members.hpp>
#include <tileproof/constant.hpp>
#include <type_traits>
#include <utility>

namespace tileproof {

namespace detail {
template <class Self, class... T>
inline constexpr bool are_not = !(sizeof...(T) == 1 && (std::is_same_v<Self, T> && ...));
}  // namespace detail

template <class T, index_t N>
struct array {
    using value_type = T;
    T elements[N];

    constexpr TILEPROOF_HOST_DEVICE_INLINE array() : elements{} {}
    // One to N values.
    template <class... U>
    requires(detail::are_not<array, U...> && sizeof...(U) > 0 && sizeof...(U) <= N) &&
        (std::is_convertible_v<U, T> && ...)  //
        constexpr TILEPROOF_HOST_DEVICE_INLINE array(const U&... values)
        : elements{static_cast<T>(values)...} {
        if constexpr (sizeof...(U) < N)
            for (int i = sizeof...(U); i < N; ++i) elements[i] = elements[sizeof...(U) - 1];
    }
    // The same with a second pair of braces, as std::array accepts.
    template <std::size_t Count>
    requires(Count <= N) constexpr TILEPROOF_HOST_DEVICE_INLINE array(const T (&values)[Count])
        : elements{} {
        for (std::size_t i = 0; i < N; ++i) elements[i] = values[i < Count ? i : Count - 1];
    }

    static constexpr TILEPROOF_HOST_DEVICE index_t size() { return N; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return std::is_arithmetic_v<T>; }
    constexpr TILEPROOF_HOST_DEVICE T& operator[](index_t i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE const T& operator[](index_t i) const { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE T& operator()(index_t i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE T& at(index_t i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE const T& at(index_t i) const { return elements[i]; }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE T& at(number<I> = {}) {
        return get<I>();
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const T& at(number<I> = {}) const {
        return get<I>();
    }
    constexpr TILEPROOF_HOST_DEVICE T& get(index_t i) { return elements[i]; }
    constexpr TILEPROOF_HOST_DEVICE const T& get(index_t i) const { return elements[i]; }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE T& get(number<I> = {}) {
        static_assert(I >= 0 && I < N, "the position is not one of the array's elements");
        return elements[I];
    }
    template <index_t I>
    constexpr TILEPROOF_HOST_DEVICE const T& get(number<I> = {}) const {
        static_assert(I >= 0 && I < N, "the position is not one of the array's elements");
        return elements[I];
    }

    TILEPROOF_CK_CLASSIC_CONTAINER

    constexpr TILEPROOF_HOST_DEVICE T* data() { return elements; }
    constexpr TILEPROOF_HOST_DEVICE const T* data() const { return elements; }
    constexpr TILEPROOF_HOST_DEVICE T* begin() { return elements; }
    constexpr TILEPROOF_HOST_DEVICE T* end() { return elements + N; }
    constexpr TILEPROOF_HOST_DEVICE const T* begin() const { return elements; }
    constexpr TILEPROOF_HOST_DEVICE const T* end() const { return elements + N; }

    // The same bytes seen as another type: an array of 8 halves as 2 of array<half, 4>.
    template <class As>
    TILEPROOF_HOST_DEVICE auto& get_as() {
        return *reinterpret_cast<array<As, count_as<As>()>*>(elements);
    }
    template <class As>
    TILEPROOF_HOST_DEVICE const auto& get_as() const {
        return *reinterpret_cast<const array<As, count_as<As>()>*>(elements);
    }
    template <class As>
    TILEPROOF_HOST_DEVICE auto& get_as(index_t i) {
        return get_as<As>().elements[i];
    }
    template <class As>
    TILEPROOF_HOST_DEVICE const auto& get_as(index_t i) const {
        return get_as<As>().elements[i];
    }
    template <class As>
    TILEPROOF_HOST_DEVICE void set_as(index_t i, const As& value) {
        get_as<As>().elements[i] = value;
    }

    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const array& a, const array& b) {
        for (int i = 0; i < N; ++i)
            if (!(a[i] == b[i])) return false;
        return true;
    }

  private:
    template <class As>
    static constexpr TILEPROOF_HOST_DEVICE index_t count_as() {
        static_assert(sizeof(T) * N % sizeof(As) == 0,
                      "get_as: the array's bytes are no whole number of values of this type");
        return static_cast<index_t>(sizeof(T) * N / sizeof(As));
    }
};

template <class T>
struct array<T, 0> {
    using value_type = T;
    static constexpr TILEPROOF_HOST_DEVICE index_t size() { return 0; }
    static constexpr TILEPROOF_HOST_DEVICE index_t Size() { return 0; }
    static constexpr TILEPROOF_HOST_DEVICE bool is_static() { return true; }
    // Never called (there is no valid i); it exists so that generic code compiles for rank 0.
    constexpr TILEPROOF_HOST_DEVICE T operator[](index_t) const { return T{}; }
    constexpr TILEPROOF_HOST_DEVICE T* begin() const { return nullptr; }
    constexpr TILEPROOF_HOST_DEVICE T* end() const { return nullptr; }
    constexpr TILEPROOF_HOST_DEVICE T* data() const { return nullptr; }
    friend constexpr TILEPROOF_HOST_DEVICE bool operator==(const array&, const array&) {
        return true;
    }
};

}  // namespace tileproof

template <class T, tileproof::index_t N>
struct std::tuple_size<tileproof::array<T, N>> : std::integral_constant<std::size_t, N> {};
template <std::size_t I, class T, tileproof::index_t N>
struct std::tuple_element<I, tileproof::array<T, N>> {
    using type = T;
};
