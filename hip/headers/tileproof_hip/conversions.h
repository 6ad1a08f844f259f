// SPDX-License-Identifier: MIT
// Conversions and arithmetic with a rounding direction, and reinterpretation of bits.
//
//   _rn to nearest even, _rz toward zero, _ru up, _rd down
//   __float2int_rn(2.5f) is 2, __float2int_ru(2.1f) is 3; values that do not fit are clamped: __float2int_rz(3e9f) is
//   2147483647; NaN gives 0
#pragma once

#include <math.h>

#include <bit>
#include <cfenv>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

template <class To, class From>
To tp_clamped(From x) {
    if (x != x) return 0;
    constexpr From least = static_cast<From>(std::numeric_limits<To>::min());
    // The largest value of To may not be representable in From, but 2^n is.
    constexpr From beyond = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * 2;
    if (x < least) return std::numeric_limits<To>::min();
    if (x >= beyond) return std::numeric_limits<To>::max();
    return static_cast<To>(x);
}
#define TILEPROOF_CONVERT(from_name, from, to_name, to)               \
    inline to __##from_name##2##to_name##_rn(from x) {                \
        return tp_clamped<to>(static_cast<from>(__builtin_rint(x)));  \
    }                                                                 \
    inline to __##from_name##2##to_name##_rz(from x) {                \
        return tp_clamped<to>(static_cast<from>(__builtin_trunc(x))); \
    }                                                                 \
    inline to __##from_name##2##to_name##_ru(from x) {                \
        return tp_clamped<to>(static_cast<from>(__builtin_ceil(x)));  \
    }                                                                 \
    inline to __##from_name##2##to_name##_rd(from x) {                \
        return tp_clamped<to>(static_cast<from>(__builtin_floor(x))); \
    }
TILEPROOF_CONVERT(float, float, int, int)
TILEPROOF_CONVERT(float, float, uint, unsigned)
TILEPROOF_CONVERT(float, float, ll, long long)
TILEPROOF_CONVERT(float, float, ull, unsigned long long)
TILEPROOF_CONVERT(double, double, int, int)
TILEPROOF_CONVERT(double, double, uint, unsigned)
TILEPROOF_CONVERT(double, double, ll, long long)
TILEPROOF_CONVERT(double, double, ull, unsigned long long)
#undef TILEPROOF_CONVERT

// The value of To next to x in a direction: -1 down, 1 up, 0 toward zero. x is given as an exact long double.
template <class To>
To tp_directed(long double x, int direction) {
    const To nearest = static_cast<To>(x);
    if (!std::isfinite(static_cast<double>(x)) || static_cast<long double>(nearest) == x)
        return nearest;
    if (direction == 0) direction = x > 0 ? -1 : 1;
    constexpr To infinity = std::numeric_limits<To>::infinity();
    if (direction < 0 && static_cast<long double>(nearest) > x)
        return static_cast<To>(::nextafter(nearest, -infinity));
    if (direction > 0 && static_cast<long double>(nearest) < x)
        return static_cast<To>(::nextafter(nearest, infinity));
    return nearest;
}
template <>
inline float tp_directed<float>(long double x, int direction) {
    const float nearest = static_cast<float>(x);
    if (nearest != nearest || static_cast<long double>(nearest) == x) return nearest;
    if (direction == 0) direction = x > 0 ? -1 : 1;
    if (direction < 0 && static_cast<long double>(nearest) > x)
        return ::nextafterf(nearest, -__builtin_inff());
    if (direction > 0 && static_cast<long double>(nearest) < x)
        return ::nextafterf(nearest, __builtin_inff());
    return nearest;
}
#define TILEPROOF_CONVERT(from_name, from, to_name, to)                                \
    inline to __##from_name##2##to_name##_rn(from x) { return static_cast<to>(x); }    \
    inline to __##from_name##2##to_name##_rz(from x) { return tp_directed<to>(x, 0); } \
    inline to __##from_name##2##to_name##_ru(from x) { return tp_directed<to>(x, 1); } \
    inline to __##from_name##2##to_name##_rd(from x) { return tp_directed<to>(x, -1); }
TILEPROOF_CONVERT(int, int, float, float)
TILEPROOF_CONVERT(uint, unsigned, float, float)
TILEPROOF_CONVERT(ll, long long, float, float)
TILEPROOF_CONVERT(ull, unsigned long long, float, float)
TILEPROOF_CONVERT(ll, long long, double, double)
TILEPROOF_CONVERT(ull, unsigned long long, double, double)
TILEPROOF_CONVERT(double, double, float, float)
#undef TILEPROOF_CONVERT
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }

// Arithmetic: a long double holds the exact sum and product of two floats; an inexact quotient or root is adjusted by
// the sign of the remainder.
#define TILEPROOF_ROUNDED(suffix, direction)                                                  \
    inline float __fadd_##suffix(float a, float b) {                                          \
        return tp_directed<float>(static_cast<long double>(a) + b, direction);                \
    }                                                                                         \
    inline float __fsub_##suffix(float a, float b) {                                          \
        return tp_directed<float>(static_cast<long double>(a) - b, direction);                \
    }                                                                                         \
    inline float __fmul_##suffix(float a, float b) {                                          \
        return tp_directed<float>(static_cast<long double>(a) * b, direction);                \
    }                                                                                         \
    inline float __fdiv_##suffix(float a, float b) {                                          \
        return tp_directed<float>(static_cast<long double>(a) / b, direction);                \
    }                                                                                         \
    inline float __frcp_##suffix(float a) { return tp_directed<float>(1.0L / a, direction); } \
    inline float __fsqrt_##suffix(float a) {                                                  \
        return tp_directed<float>(__builtin_sqrtl(a), direction);                             \
    }                                                                                         \
    inline float __fmaf_##suffix(float a, float b, float c) {                                 \
        return tp_directed<float>(__builtin_fmal(a, b, c), direction);                        \
    }
TILEPROOF_ROUNDED(rz, 0)
TILEPROOF_ROUNDED(ru, 1)
TILEPROOF_ROUNDED(rd, -1)
#undef TILEPROOF_ROUNDED
// Doubles use the processor's rounding mode; volatile keeps the operation between the two mode changes.
template <class F>
__attribute__((noinline)) double tp_in_mode(int mode, double a, double b, double c, F f) {
    volatile double x = a, y = b, z = c;
    const int before = std::fegetround();
    std::fesetround(mode);
    volatile double r = f(x, y, z);
    std::fesetround(before);
    return r;
}
#define TILEPROOF_ROUNDED(suffix, mode)                                                       \
    inline double __dadd_##suffix(double a, double b) {                                       \
        return tp_in_mode(mode, a, b, 0, [](double x, double y, double) { return x + y; });   \
    }                                                                                         \
    inline double __dsub_##suffix(double a, double b) {                                       \
        return tp_in_mode(mode, a, b, 0, [](double x, double y, double) { return x - y; });   \
    }                                                                                         \
    inline double __dmul_##suffix(double a, double b) {                                       \
        return tp_in_mode(mode, a, b, 0, [](double x, double y, double) { return x * y; });   \
    }                                                                                         \
    inline double __ddiv_##suffix(double a, double b) {                                       \
        return tp_in_mode(mode, a, b, 0, [](double x, double y, double) { return x / y; });   \
    }                                                                                         \
    inline double __drcp_##suffix(double a) {                                                 \
        return tp_in_mode(mode, 1, a, 0, [](double x, double y, double) { return x / y; });   \
    }                                                                                         \
    inline double __dsqrt_##suffix(double a) {                                                \
        return tp_in_mode(mode, a, 0, 0, [](double x, double, double) { return ::sqrt(x); }); \
    }                                                                                         \
    inline double __fma_##suffix(double a, double b, double c) {                              \
        return tp_in_mode(mode, a, b, c,                                                      \
                          [](double x, double y, double z) { return ::fma(x, y, z); });       \
    }
TILEPROOF_ROUNDED(rz, FE_TOWARDZERO)
TILEPROOF_ROUNDED(ru, FE_UPWARD)
TILEPROOF_ROUNDED(rd, FE_DOWNWARD)
#undef TILEPROOF_ROUNDED
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frsqrt_rn(float x) {
    return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x)));
}
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fmaf_ieee_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return ::sqrt(x); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
inline int __double2hiint(double x) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32);
}
inline int __double2loint(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x)); }
inline double __hiloint2double(int high, int low) {
    return std::bit_cast<double>(std::uint64_t{static_cast<unsigned>(high)} << 32 |
                                 static_cast<unsigned>(low));
}

TILEPROOF_HIP_END
