// SPDX-License-Identifier: MIT
// __half for the cpu device: IEEE binary16 through the compiler's _Float16, every operation rounded.
//
//   __float2half(1.0f / 3) is 0.33325195f
//   __half2float(__hadd(a, b)) rounds the sum to 11 bits
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_runtime.h>
#include <tileproof_hip/small_floats.h>

TILEPROOF_HIP_BEGIN

struct __half_raw {
    unsigned short x;
};
struct __half {
    _Float16 value;

    __half() = default;
    template <class T>
    requires tp_arithmetic<T>
    constexpr __half(T v) : value(static_cast<_Float16>(v)) {}
    constexpr __half(_Float16 v) : value(v) {}
    constexpr __half(const __half_raw& r) : value(std::bit_cast<_Float16>(r.x)) {}
    constexpr operator float() const { return static_cast<float>(value); }
    constexpr operator __half_raw() const { return {bits()}; }
    constexpr std::uint16_t bits() const { return std::bit_cast<std::uint16_t>(value); }
    static constexpr __half from_bits(std::uint16_t b) {
        return __half(std::bit_cast<_Float16>(b));
    }
};
template <>
inline constexpr bool tp_is_small_float<__half> = true;
template <>
inline constexpr bool tp_is_small_float<_Float16> = true;
static_assert(sizeof(__half) == 2);
using half = __half;
using __half2 = tp_pair_of<__half>;
using half2 = __half2;
using _Float16_2 = tileproof::hip_on::tp_language_vector<_Float16, 2>;
using __half2_raw = __half2::raw;
#define HIPRT_INF_FP16 (__ushort_as_half(0x7c00))
#define HIPRT_NAN_FP16 (__ushort_as_half(0x7fff))
#define HIPRT_MAX_NORMAL_FP16 (__ushort_as_half(0x7bff))
#define HIPRT_ONE_FP16 (__ushort_as_half(0x3c00))
#define HIPRT_ZERO_FP16 (__ushort_as_half(0))

// Conversion to half with a rounding direction, and back.
inline __half half_towards(float v, int direction) {
    const __half nearest(v);
    const float back = nearest;
    if (v != v || back == v) return nearest;
    if (direction == 0) direction = v > 0 ? -1 : 1;
    if (!((direction < 0 && back > v) || (direction > 0 && back < v))) return nearest;
    // The neighbour's bits differ by one, counted away from zero.
    const std::uint16_t b = nearest.bits();
    if ((b & 0x7fff) == 0) return __half::from_bits(direction > 0 ? 0x0001 : 0x8001);
    const bool away = (direction > 0) == !(b & 0x8000);
    return __half::from_bits(static_cast<std::uint16_t>(away ? b + 1 : b - 1));
}
inline __half __float2half(float v) { return __half(v); }
inline __half __float2half_rn(float v) { return __half(v); }
inline __half __float2half_rz(float v) { return half_towards(v, 0); }
inline __half __float2half_ru(float v) { return half_towards(v, 1); }
inline __half __float2half_rd(float v) { return half_towards(v, -1); }
inline __half __double2half(double v) { return __half(v); }
inline float __half2float(__half h) { return h; }
inline __half __half2half(__half h) { return h; }
inline unsigned short __half_as_ushort(__half h) { return h.bits(); }
inline short __half_as_short(__half h) { return static_cast<short>(h.bits()); }
inline __half __ushort_as_half(unsigned short bits) { return __half::from_bits(bits); }
inline __half __short_as_half(short bits) {
    return __half::from_bits(static_cast<std::uint16_t>(bits));
}
#define TILEPROOF_HALF_INTEGER(name, T)                                                       \
    inline __half __##name##2half_rn(T v) { return __half(v); }                               \
    inline __half __##name##2half_rz(T v) { return half_towards(static_cast<float>(v), 0); }  \
    inline __half __##name##2half_ru(T v) { return half_towards(static_cast<float>(v), 1); }  \
    inline __half __##name##2half_rd(T v) { return half_towards(static_cast<float>(v), -1); } \
    inline T __half2##name##_rn(__half h) { return tp_clamped<T>(rintf(h)); }                 \
    inline T __half2##name##_rz(__half h) { return tp_clamped<T>(truncf(h)); }                \
    inline T __half2##name##_ru(__half h) { return tp_clamped<T>(ceilf(h)); }                 \
    inline T __half2##name##_rd(__half h) { return tp_clamped<T>(floorf(h)); }
TILEPROOF_HALF_INTEGER(int, int)
TILEPROOF_HALF_INTEGER(uint, unsigned)
TILEPROOF_HALF_INTEGER(short, short)
TILEPROOF_HALF_INTEGER(ushort, unsigned short)
TILEPROOF_HALF_INTEGER(ll, long long)
TILEPROOF_HALF_INTEGER(ull, unsigned long long)
#undef TILEPROOF_HALF_INTEGER

TILEPROOF_SMALL_OVERLOADS(__half, __half2)

inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 make_half2(__half a, __half b) { return {a, b}; }
inline __half2 __half2half2(__half v) { return {v, v}; }
inline __half2 __float2half2_rn(float v) { return {__half(v), __half(v)}; }
inline __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
inline __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
inline __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
inline float2 __half22float2(__half2 v) { return {float(v.x), float(v.y)}; }

TILEPROOF_HIP_END

#include <tileproof_hip/letters_back.h>
