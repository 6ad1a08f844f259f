// __half for the cpu device: IEEE binary16 through the compiler's _Float16, every operation
// rounded.
//
//   __float2half(1.0f / 3) is 0.33325195f
//   __half2float(__hadd(a, b)) rounds the sum to 11 bits
#pragma once

#include <hip/hip_runtime.h>

#include <bit>
#include <cstdint>

TILEPROOF_HIP_BEGIN

struct __half {
    _Float16 value;

    __half() = default;
    template <class T>
    requires std::is_arithmetic_v<T> __half(T v) : value(static_cast<_Float16>(v)) {}
    __half(_Float16 v) : value(v) {}
    operator float() const { return static_cast<float>(value); }
    __half& operator+=(__half o) { return *this = __half(static_cast<_Float16>(value + o.value)); }
    __half& operator-=(__half o) { return *this = __half(static_cast<_Float16>(value - o.value)); }
    __half& operator*=(__half o) { return *this = __half(static_cast<_Float16>(value * o.value)); }
    __half& operator/=(__half o) { return *this = __half(static_cast<_Float16>(value / o.value)); }
    friend __half operator+(__half a, __half b) { return a += b; }
    friend __half operator-(__half a, __half b) { return a -= b; }
    friend __half operator*(__half a, __half b) { return a *= b; }
    friend __half operator/(__half a, __half b) { return a /= b; }
    friend __half operator-(__half a) { return __half(static_cast<_Float16>(-a.value)); }
    friend bool operator==(__half a, __half b) { return a.value == b.value; }
    friend bool operator<(__half a, __half b) { return a.value < b.value; }
    friend bool operator>(__half a, __half b) { return a.value > b.value; }
    friend bool operator<=(__half a, __half b) { return a.value <= b.value; }
    friend bool operator>=(__half a, __half b) { return a.value >= b.value; }
};
using half = __half;
static_assert(sizeof(__half) == 2);

struct alignas(4) __half2 {
    __half x, y;
};
using half2 = __half2;

inline __half __float2half(float v) { return __half(v); }
inline __half __float2half_rn(float v) { return __half(v); }
inline __half __double2half(double v) { return __half(v); }
inline float __half2float(__half h) { return h; }
inline unsigned short __half_as_ushort(__half h) { return std::bit_cast<unsigned short>(h.value); }
inline __half __ushort_as_half(unsigned short bits) {
    return __half(std::bit_cast<_Float16>(bits));
}
inline __half __int2half_rn(int v) { return __half(v); }

inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hsub(__half a, __half b) { return a - b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half __hdiv(__half a, __half b) { return a / b; }
inline __half __hneg(__half a) { return -a; }
inline bool __heq(__half a, __half b) { return a == b; }
inline bool __hlt(__half a, __half b) { return a < b; }
inline bool __hgt(__half a, __half b) { return a > b; }
inline bool __hisnan(__half a) { return a.value != a.value; }
// One rounding: the product of two halves has 22 bits, and a double holds every sum of it and a
// half (exponents -48 to 32) exactly enough that its own rounding cannot change the second.
inline __half __hfma(__half a, __half b, __half c) {
    return __half(__builtin_fma(static_cast<double>(a.value), static_cast<double>(b.value),
                                static_cast<double>(c.value)));
}

inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 make_half2(__half a, __half b) { return {a, b}; }
inline __half2 __float2half2_rn(float v) { return {__half(v), __half(v)}; }
inline __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline float __low2float(__half2 v) { return v.x; }
inline float __high2float(__half2 v) { return v.y; }
inline float2 __half22float2(__half2 v) { return {v.x, v.y}; }
inline __half2 __hadd2(__half2 a, __half2 b) { return {a.x + b.x, a.y + b.y}; }
inline __half2 __hsub2(__half2 a, __half2 b) { return {a.x - b.x, a.y - b.y}; }
inline __half2 __hmul2(__half2 a, __half2 b) { return {a.x * b.x, a.y * b.y}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

TILEPROOF_HIP_END
