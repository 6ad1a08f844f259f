// SPDX-License-Identifier: MIT
// float4, int2, uchar3, ...: sizes and alignments as on the GPU, make_float4(...), componentwise arithmetic.
//
//   make_float4(1, 2, 3, 4) * 2.f + make_float4(1, 1, 1, 1)   is (3, 5, 7, 9)
//   alignof(float4) == 16, alignof(float3) == 4, alignof(double4) == 32
#pragma once

#include <type_traits>

#include "devices/cpu/index.hpp"
#include "tileproof_hip/keywords.h"
#include "tileproof_hip/vector_data.h"

TILEPROOF_HIP_BEGIN

using tileproof::cpu_engine::dim3;

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
using schar = signed char;

template <class T>
concept device_vector = vector_traits<std::remove_cv_t<T>>::size >
0;

// HIP_vector_type<float, 4> is float4, as in HIP's headers.
template <class T, unsigned Count>
struct vector_named;
template <unsigned Count>
struct vector_named<char, Count> : vector_named<schar, Count> {};
template <class T, unsigned Count>
using HIP_vector_type = typename vector_named<T, Count>::type;

#define TILEPROOF_VECTOR_TRAITS(vector, element, n) \
    template <>                                     \
    struct vector_traits<vector> {                  \
        static constexpr int size = n;              \
        using value_type = element;                 \
    };                                              \
    template <>                                     \
    struct vector_named<element, n> {               \
        using type = vector;                        \
    };

// As in HIP, one value initialises all components, and n values of any arithmetic type one each. The default
// constructor is trivial, so these may be in shared memory. uint3 is the engine's type of threadIdx.
#define TILEPROOF_VECTOR_1_2_4(name, T, align1, align2, align4)                                   \
    struct alignas(align1) name##1 {                                                              \
        T x;                                                                                      \
        [[no_unique_address]] vector_data<name##1, T, 1> data;                                    \
        using value_type = T;                                                                     \
        name##1() = default;                                                                      \
        template <class A>                                                                        \
        requires std::is_arithmetic_v<A>                                                          \
        constexpr name##1(A a) : x(static_cast<T>(a)) {}                                          \
        constexpr T& operator[](unsigned i) { return (&x)[i]; }                                   \
        constexpr const T& operator[](unsigned i) const { return (&x)[i]; }                       \
    };                                                                                            \
    TILEPROOF_VECTOR_TRAITS(name##1, T, 1)                                                        \
    constexpr name##1 make_##name##1(T x) { return name##1(x); }                                  \
    struct alignas(align2) name##2 {                                                              \
        T x, y;                                                                                   \
        [[no_unique_address]] vector_data<name##2, T, 2> data;                                    \
        using value_type = T;                                                                     \
        name##2() = default;                                                                      \
        template <class A>                                                                        \
        requires std::is_arithmetic_v<A>                                                          \
        explicit constexpr name##2(A a) : x(static_cast<T>(a)), y(static_cast<T>(a)) {}           \
        template <class A0, class A1>                                                             \
        requires(std::is_convertible_v<A0, T> && std::is_convertible_v<A1, T>) constexpr name##2( \
            A0 a0, A1 a1)                                                                         \
            : x(static_cast<T>(a0)), y(static_cast<T>(a1)) {}                                     \
        constexpr T& operator[](unsigned i) { return (&x)[i]; }                                   \
        constexpr const T& operator[](unsigned i) const { return (&x)[i]; }                       \
    };                                                                                            \
    TILEPROOF_VECTOR_TRAITS(name##2, T, 2)                                                        \
    constexpr name##2 make_##name##2(T x, T y) { return name##2(x, y); }                          \
    struct alignas(align4) name##4 {                                                              \
        T x, y, z, w;                                                                             \
        [[no_unique_address]] vector_data<name##4, T, 4> data;                                    \
        using value_type = T;                                                                     \
        name##4() = default;                                                                      \
        template <class A>                                                                        \
        requires std::is_arithmetic_v<A>                                                          \
        explicit constexpr name##4(A a)                                                           \
            : x(static_cast<T>(a)),                                                               \
              y(static_cast<T>(a)),                                                               \
              z(static_cast<T>(a)),                                                               \
              w(static_cast<T>(a)) {}                                                             \
        template <class A0, class A1, class A2, class A3>                                         \
        requires(std::is_convertible_v<A0, T> && std::is_convertible_v<A1, T> &&                  \
                 std::is_convertible_v<A2, T> &&                                                  \
                 std::is_convertible_v<A3, T>) constexpr name##4(A0 a0, A1 a1, A2 a2, A3 a3)      \
            : x(static_cast<T>(a0)),                                                              \
              y(static_cast<T>(a1)),                                                              \
              z(static_cast<T>(a2)),                                                              \
              w(static_cast<T>(a3)) {}                                                            \
        constexpr T& operator[](unsigned i) { return (&x)[i]; }                                   \
        constexpr const T& operator[](unsigned i) const { return (&x)[i]; }                       \
    };                                                                                            \
    TILEPROOF_VECTOR_TRAITS(name##4, T, 4)                                                        \
    constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }
#define TILEPROOF_VECTOR_3(name, T)                                                   \
    struct name##3 {                                                                  \
        T x, y, z;                                                                    \
        [[no_unique_address]] vector_data<name##3, T, 3> data;                        \
        using value_type = T;                                                         \
        name##3() = default;                                                          \
        template <class A>                                                            \
        requires std::is_arithmetic_v<A>                                              \
        explicit constexpr name##3(A a)                                               \
            : x(static_cast<T>(a)), y(static_cast<T>(a)), z(static_cast<T>(a)) {}     \
        template <class A0, class A1, class A2>                                       \
        requires(std::is_convertible_v<A0, T> && std::is_convertible_v<A1, T> &&      \
                 std::is_convertible_v<A2, T>) constexpr name##3(A0 a0, A1 a1, A2 a2) \
            : x(static_cast<T>(a0)), y(static_cast<T>(a1)), z(static_cast<T>(a2)) {}  \
        constexpr T& operator[](unsigned i) { return (&x)[i]; }                       \
        constexpr const T& operator[](unsigned i) const { return (&x)[i]; }           \
    };                                                                                \
    TILEPROOF_VECTOR_TRAITS(name##3, T, 3)                                            \
    constexpr name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); }
#define TILEPROOF_VECTOR(name, T)                                            \
    TILEPROOF_VECTOR_1_2_4(name, T, sizeof(T), 2 * sizeof(T), 4 * sizeof(T)) \
    TILEPROOF_VECTOR_3(name, T)

TILEPROOF_VECTOR(char, schar)
TILEPROOF_VECTOR(uchar, uchar)
TILEPROOF_VECTOR(short, short)
TILEPROOF_VECTOR(ushort, ushort)
TILEPROOF_VECTOR(int, int)
TILEPROOF_VECTOR_1_2_4(uint, uint, 4, 8, 16)
TILEPROOF_VECTOR(long, long)
TILEPROOF_VECTOR(ulong, ulong)
TILEPROOF_VECTOR(longlong, longlong)
TILEPROOF_VECTOR(ulonglong, ulonglong)
TILEPROOF_VECTOR(float, float)
TILEPROOF_VECTOR(double, double)
using tileproof::cpu_engine::uint3;
TILEPROOF_VECTOR_TRAITS(uint3, uint, 3)
constexpr uint3 make_uint3(uint x, uint y, uint z) { return {x, y, z}; }

#undef TILEPROOF_VECTOR
#undef TILEPROOF_VECTOR_3
#undef TILEPROOF_VECTOR_1_2_4
#undef TILEPROOF_VECTOR_TRAITS

// Applies f to each component of one or two vectors.
template <device_vector V, class F>
constexpr V componentwise(const V& a, const V& b, F f) {
    constexpr int n = vector_traits<V>::size;
    using T = typename vector_traits<V>::value_type;
    V r = a;
    r.x = static_cast<T>(f(a.x, b.x));
    if constexpr (n > 1) r.y = static_cast<T>(f(a.y, b.y));
    if constexpr (n > 2) r.z = static_cast<T>(f(a.z, b.z));
    if constexpr (n > 3) r.w = static_cast<T>(f(a.w, b.w));
    return r;
}
// All components equal to s.
template <device_vector V>
constexpr V broadcast(typename vector_traits<V>::value_type s) {
    return componentwise(V{}, V{}, [s](auto, auto) { return s; });
}

// A scalar of any arithmetic type is first converted to the type of the components, as in HIP.
#define TILEPROOF_VECTOR_OPERATOR(op)                                                    \
    template <device_vector V>                                                           \
    constexpr V operator op(const V& a, const V& b) {                                    \
        return componentwise(a, b, [](auto p, auto q) { return p op q; });               \
    }                                                                                    \
    template <device_vector V, class S>                                                  \
    requires std::is_arithmetic_v<S>                                                     \
    constexpr V operator op(const V& a, S s) {                                           \
        return a op broadcast<V>(static_cast<typename vector_traits<V>::value_type>(s)); \
    }                                                                                    \
    template <device_vector V, class S>                                                  \
    requires std::is_arithmetic_v<S>                                                     \
    constexpr V operator op(S s, const V& b) {                                           \
        return broadcast<V>(static_cast<typename vector_traits<V>::value_type>(s)) op b; \
    }                                                                                    \
    template <device_vector V>                                                           \
    constexpr V& operator op##=(V& a, const V& b) {                                      \
        return a = a op b;                                                               \
    }                                                                                    \
    template <device_vector V, class S>                                                  \
    requires std::is_arithmetic_v<S>                                                     \
    constexpr V& operator op##=(V& a, S s) { return a = a op s; }
TILEPROOF_VECTOR_OPERATOR(+)
TILEPROOF_VECTOR_OPERATOR(-)
TILEPROOF_VECTOR_OPERATOR(*)
TILEPROOF_VECTOR_OPERATOR(/)
TILEPROOF_VECTOR_OPERATOR(%)
TILEPROOF_VECTOR_OPERATOR(&)
TILEPROOF_VECTOR_OPERATOR(|)
TILEPROOF_VECTOR_OPERATOR(^)
TILEPROOF_VECTOR_OPERATOR(<<)
TILEPROOF_VECTOR_OPERATOR(>>)
#undef TILEPROOF_VECTOR_OPERATOR

template <device_vector V>
constexpr V operator-(const V& a) {
    return componentwise(a, a, [](auto p, auto) { return -p; });
}
template <device_vector V>
constexpr V operator~(const V& a) {
    return componentwise(a, a, [](auto p, auto) { return ~p; });
}
template <device_vector V>
constexpr V& operator++(V& a) {
    return a = a + 1;
}
template <device_vector V>
constexpr V& operator--(V& a) {
    return a = a - 1;
}
template <device_vector V>
constexpr bool operator==(const V& a, const V& b) {
    constexpr int n = vector_traits<V>::size;
    bool same = a.x == b.x;
    if constexpr (n > 1) same = same && a.y == b.y;
    if constexpr (n > 2) same = same && a.z == b.z;
    if constexpr (n > 3) same = same && a.w == b.w;
    return same;
}

TILEPROOF_HIP_END
