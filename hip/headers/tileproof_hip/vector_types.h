// SPDX-License-Identifier: MIT
// float4, int2, uchar3, ...: sizes and alignments as on the GPU, make_float4(...), componentwise arithmetic.
//
//   make_float4(1, 2, 3, 4) * 2.f + make_float4(1, 1, 1, 1)   is (3, 5, 7, 9)
//   alignof(float4) == 16, alignof(float3) == 4, alignof(double4) == 32
//   v.data[1] is v.y, and v.data a vector of the compiler's own (language_vectors.h)
//
// As in AMD's headers, float4 is HIP_vector_type<float, 4>, whose base HIP_vector_base<float, 4> holds the components: libraries
// specialise the base for more components and types of their own.
#pragma once

#include <cstddef>
#include <type_traits>

#include "devices/cpu/index.hpp"
#include "tileproof_hip/keywords.h"
#include "tileproof_hip/language_vectors.h"

TILEPROOF_HIP_BEGIN

using tileproof::cpu_engine::dim3;

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
using schar = signed char;

// Three components take the room of three, which no vector of the language does.
template <class T>
struct tp_three_components {
    T elements[3];
    constexpr T& operator[](unsigned i) { return elements[i]; }
    constexpr const T& operator[](unsigned i) const { return elements[i]; }
    constexpr operator tp_language_vector<T, 3>() const {
        return {elements[0], elements[1], elements[2]};
    }
    tp_three_components() = default;
    constexpr tp_three_components(tp_language_vector<T, 3> v) : elements{v[0], v[1], v[2]} {}
};

TILEPROOF_HIP_END
TILEPROOF_GLOBAL_BEGIN

template <class T, unsigned Count>
struct HIP_vector_base;

// The default constructors are trivial, so these may be in shared memory.
#define TILEPROOF_VECTOR_BASE(n, native, components, parameters, values) \
    template <class T>                                                   \
    struct HIP_vector_base<T, n> {                                       \
        using Native_vec_ = native;                                      \
        using value_type = T;                                            \
        union {                                                          \
            Native_vec_ data;                                            \
            struct {                                                     \
                T components;                                            \
            };                                                           \
        };                                                               \
        HIP_vector_base() = default;                                     \
        constexpr HIP_vector_base parameters : values {}                 \
    };
#define TILEPROOF_WORDS(...) __VA_ARGS__
TILEPROOF_VECTOR_BASE(1, TILEPROOF_WORDS(tp_language_vector<T, 1>), x, (T a), x(a))
TILEPROOF_VECTOR_BASE(2, TILEPROOF_WORDS(tp_language_vector<T, 2>), TILEPROOF_WORDS(x, y),
                      (T a, T b), TILEPROOF_WORDS(x(a), y(b)))
TILEPROOF_VECTOR_BASE(3, tp_three_components<T>, TILEPROOF_WORDS(x, y, z), (T a, T b, T c),
                      TILEPROOF_WORDS(x(a), y(b), z(c)))
TILEPROOF_VECTOR_BASE(4, TILEPROOF_WORDS(tp_language_vector<T, 4>), TILEPROOF_WORDS(x, y, z, w),
                      (T a, T b, T c, T d), TILEPROOF_WORDS(x(a), y(b), z(c), w(d)))
#undef TILEPROOF_VECTOR_BASE
#undef TILEPROOF_WORDS

// As in HIP, one value initialises all components, and n values of any arithmetic type one each.
template <class T, unsigned Count>
struct HIP_vector_type : HIP_vector_base<T, Count> {
    using base = HIP_vector_base<T, Count>;
    HIP_vector_type() = default;
    template <class A>
    requires std::is_convertible_v<A, T>
    explicit(Count > 1) constexpr HIP_vector_type(A a) : base(all(static_cast<T>(a))) {}
    template <class A, class B, class... As>
    requires(sizeof...(As) + 2 == Count && std::is_convertible_v<A, T> &&
             std::is_convertible_v<B, T> &&
             (std::is_convertible_v<As, T> && ...)) constexpr HIP_vector_type(A a, B b, As... as)
        : base(static_cast<T>(a), static_cast<T>(b), static_cast<T>(as)...) {}

    T& operator[](std::size_t i) { return reinterpret_cast<T*>(&this->data)[i]; }
    const T& operator[](std::size_t i) const { return reinterpret_cast<const T*>(&this->data)[i]; }

    // f of each component of this and of b becomes the component.
    template <class F>
    constexpr HIP_vector_type& set(const HIP_vector_type& b, F f) {
        if constexpr (Count > 4) {
            for (unsigned i = 0; i < Count; ++i) this->data[i] = f(this->data[i], b.data[i]);
        } else {
            this->x = f(this->x, b.x);
            if constexpr (Count > 1) this->y = f(this->y, b.y);
            if constexpr (Count > 2) this->z = f(this->z, b.z);
            if constexpr (Count > 3) this->w = f(this->w, b.w);
        }
        return *this;
    }
#define TILEPROOF_ASSIGNMENT(op)                                                      \
    constexpr HIP_vector_type& operator op##=(const HIP_vector_type& b) noexcept {    \
        return set(b, [](const T& p, const T& q) { return static_cast<T>(p op q); }); \
    }                                                                                 \
    template <class A>                                                                \
    requires std::is_convertible_v<A, T>                                              \
    constexpr HIP_vector_type& operator op##=(A a) noexcept {                         \
        return *this op## = HIP_vector_type(a);                                       \
    }
    TILEPROOF_ASSIGNMENT(+)
    TILEPROOF_ASSIGNMENT(-)
    TILEPROOF_ASSIGNMENT(*)
    TILEPROOF_ASSIGNMENT(/)
    TILEPROOF_ASSIGNMENT(%)
    TILEPROOF_ASSIGNMENT(&)
    TILEPROOF_ASSIGNMENT(|)
    TILEPROOF_ASSIGNMENT(^)
    TILEPROOF_ASSIGNMENT(<<)
    TILEPROOF_ASSIGNMENT(>>)
#undef TILEPROOF_ASSIGNMENT
    constexpr HIP_vector_type operator-() const noexcept {
        HIP_vector_type r(*this);
        return r.set(r, [](const T& p, const T&) { return static_cast<T>(-p); });
    }
    constexpr HIP_vector_type operator~() const noexcept {
        HIP_vector_type r(*this);
        return r.set(r, [](const T& p, const T&) { return static_cast<T>(~p); });
    }
    HIP_vector_type& operator++() noexcept { return *this += HIP_vector_type(1); }
    HIP_vector_type& operator--() noexcept { return *this -= HIP_vector_type(1); }
    HIP_vector_type operator++(int) noexcept {
        const HIP_vector_type before = *this;
        return ++*this, before;
    }
    HIP_vector_type operator--(int) noexcept {
        const HIP_vector_type before = *this;
        return --*this, before;
    }

  private:
    static constexpr base all(T a) {
        if constexpr (Count == 1)
            return base(a);
        else if constexpr (Count == 2)
            return base(a, a);
        else if constexpr (Count == 3)
            return base(a, a, a);
        else if constexpr (Count == 4)
            return base(a, a, a, a);
        else {
            base b{};
            for (unsigned i = 0; i < Count; ++i) b.data[i] = a;
            return b;
        }
    }
};

// A scalar of any arithmetic type is first converted to the type of the components, as in HIP.
#define TILEPROOF_OPERATOR(op)                                                                 \
    template <class T, unsigned Count>                                                         \
    constexpr HIP_vector_type<T, Count> operator op(HIP_vector_type<T, Count> a,               \
                                                    const HIP_vector_type<T, Count>& b) {      \
        return a op## = b;                                                                     \
    }                                                                                          \
    template <class T, unsigned Count, class A>                                                \
    requires std::is_convertible_v<A, T>                                                       \
    constexpr HIP_vector_type<T, Count> operator op(HIP_vector_type<T, Count> a, A b) {        \
        return a op## = HIP_vector_type<T, Count>(b);                                          \
    }                                                                                          \
    template <class T, unsigned Count, class A>                                                \
    requires std::is_convertible_v<A, T>                                                       \
    constexpr HIP_vector_type<T, Count> operator op(A a, const HIP_vector_type<T, Count>& b) { \
        return HIP_vector_type<T, Count>(a) op## = b;                                          \
    }
TILEPROOF_OPERATOR(+)
TILEPROOF_OPERATOR(-)
TILEPROOF_OPERATOR(*)
TILEPROOF_OPERATOR(/)
TILEPROOF_OPERATOR(%)
TILEPROOF_OPERATOR(&)
TILEPROOF_OPERATOR(|)
TILEPROOF_OPERATOR(^)
TILEPROOF_OPERATOR(<<)
TILEPROOF_OPERATOR(>>)
#undef TILEPROOF_OPERATOR
template <class T, unsigned Count>
constexpr bool operator==(const HIP_vector_type<T, Count>& a, const HIP_vector_type<T, Count>& b) {
    bool same = true;
    HIP_vector_type<T, Count> r(a);
    r.set(b, [&same](const T& p, const T& q) { return same = same && p == q, p; });
    return same;
}
template <class T, unsigned Count, class A>
requires std::is_convertible_v<A, T>
constexpr bool operator==(const HIP_vector_type<T, Count>& a, A b) {
    return a == HIP_vector_type<T, Count>(b);
}

#define TILEPROOF_VECTOR(name, T)                                                \
    using name##1 = HIP_vector_type<T, 1>;                                       \
    using name##2 = HIP_vector_type<T, 2>;                                       \
    using name##3 = HIP_vector_type<T, 3>;                                       \
    using name##4 = HIP_vector_type<T, 4>;                                       \
    constexpr name##1 make_##name##1(T x) { return name##1(x); }                 \
    constexpr name##2 make_##name##2(T x, T y) { return name##2(x, y); }         \
    constexpr name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); } \
    constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }
TILEPROOF_VECTOR(char, char)
TILEPROOF_VECTOR(uchar, unsigned char)
TILEPROOF_VECTOR(short, short)
TILEPROOF_VECTOR(ushort, unsigned short)
TILEPROOF_VECTOR(int, int)
TILEPROOF_VECTOR(uint, unsigned)
TILEPROOF_VECTOR(long, long)
TILEPROOF_VECTOR(ulong, unsigned long)
TILEPROOF_VECTOR(longlong, long long)
TILEPROOF_VECTOR(ulonglong, unsigned long long)
TILEPROOF_VECTOR(float, float)
TILEPROOF_VECTOR(double, double)
#undef TILEPROOF_VECTOR

TILEPROOF_GLOBAL_END
TILEPROOF_HIP_BEGIN

// std::is_arithmetic is not asked about a class: a library may specialise it further below.
template <class T>
concept tp_arithmetic = !std::is_class_v<T> && std::is_arithmetic_v<T>;
// 4 of float4, 0 of float.
template <class T>
inline constexpr unsigned tp_components_of = 0;
template <class T, unsigned Count>
inline constexpr unsigned tp_components_of<HIP_vector_type<T, Count>> = Count;

TILEPROOF_HIP_END
