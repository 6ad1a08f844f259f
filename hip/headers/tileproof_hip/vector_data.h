// SPDX-License-Identifier: MIT
// v.data of a vector type: its components by number, as in AMD's headers. It takes no space.
//
//   float4 v(1, 2, 3, 4);
//   v.data[1] = 5;                  v.y is 5
//   v.data = v.data + w.data;       with clang, which uses its language vectors
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "tileproof_hip/language_vectors.h"

TILEPROOF_HIP_BEGIN

// A member of V at its first byte. Only V may copy it: `auto d = v.data;` would copy no component.
template <class V, class T, int Components>
class vector_data {
  public:
    vector_data() = default;
    constexpr T& operator[](unsigned i) { return reinterpret_cast<T*>(this)[i]; }
    constexpr const T& operator[](unsigned i) const { return reinterpret_cast<const T*>(this)[i]; }
#ifdef __clang__
    using of_the_language = language_vector<T, Components>;
    operator of_the_language() const {
        of_the_language r;
        for (unsigned i = 0; i < Components; ++i) r[i] = (*this)[i];
        return r;
    }
    vector_data& operator=(of_the_language r) {
        for (unsigned i = 0; i < Components; ++i) (*this)[i] = r[i];
        return *this;
    }
#endif

  private:
    friend V;
    vector_data(const vector_data&) = default;
    vector_data& operator=(const vector_data&) = default;
};

// Marks the vector types, for which alone the operators are defined.
template <class T>
struct vector_traits {
    static constexpr int size = 0;
};
// Vectors with such a member: `auto [x, y] = v;` must be told that there are two components and not three members.
template <class V>
concept vector_with_data = vector_traits<V>::size >
0 && requires(V v) { v.data[0]; };
template <std::size_t I, class V>
requires vector_with_data<std::remove_cvref_t<V>>
constexpr auto&& get(V&& v) {
    if constexpr (I == 0)
        return std::forward<V>(v).x;
    else if constexpr (I == 1)
        return std::forward<V>(v).y;
    else if constexpr (I == 2)
        return std::forward<V>(v).z;
    else
        return std::forward<V>(v).w;
}

TILEPROOF_HIP_END

template <class V>
requires tileproof::hip_on::vector_with_data<V>
struct std::tuple_size<V>
    : std::integral_constant<std::size_t, tileproof::hip_on::vector_traits<V>::size> {
};
template <std::size_t I, class V>
requires tileproof::hip_on::vector_with_data<V>
struct std::tuple_element<I, V> {
    using type = typename tileproof::hip_on::vector_traits<V>::value_type;
};
