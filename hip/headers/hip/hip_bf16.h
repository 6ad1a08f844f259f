// SPDX-License-Identifier: MIT
// __hip_bfloat16 for the cpu device: the upper half of a float, rounded to nearest even.
//
//   __float2bfloat16(1.0f / 3) is 0.333984375f
//   a NaN stays a NaN, its sign and upper payload kept
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_runtime.h>
#include <tileproof_hip/bf16_rounding.h>
#include <tileproof_hip/small_floats.h>

TILEPROOF_HIP_BEGIN

struct __hip_bfloat16_raw {
    unsigned short x;
};
struct __hip_bfloat16 {
    std::uint16_t data;

    __hip_bfloat16() = default;
    template <class T>
    requires tp_arithmetic<T>
    constexpr __hip_bfloat16(T v) : data(tp_rounded_to_bf16(v)) {}
    constexpr __hip_bfloat16(const __hip_bfloat16_raw& r) : data(r.x) {}
    constexpr operator float() const { return std::bit_cast<float>(std::uint32_t{data} << 16); }
    constexpr operator __hip_bfloat16_raw() const { return {data}; }
    constexpr std::uint16_t bits() const { return data; }
    static constexpr __hip_bfloat16 from_bits(std::uint16_t b) {
        return std::bit_cast<__hip_bfloat16>(b);
    }
};
template <>
inline constexpr bool tp_is_small_float<__hip_bfloat16> = true;
static_assert(sizeof(__hip_bfloat16) == 2);
using __hip_bfloat162 = tp_pair_of<__hip_bfloat16>;
using __hip_bfloat162_raw = __hip_bfloat162::raw;
using __nv_bfloat16 = __hip_bfloat16;
using __nv_bfloat162 = __hip_bfloat162;

inline __hip_bfloat16 __float2bfloat16(float v) { return __hip_bfloat16(v); }
inline __hip_bfloat16 __float2bfloat16_rn(float v) { return __hip_bfloat16(v); }
inline __hip_bfloat16 __double2bfloat16(double v) { return __hip_bfloat16(v); }
inline __hip_bfloat16 __int2bfloat16_rn(int v) { return __hip_bfloat16(static_cast<double>(v)); }
inline float __bfloat162float(__hip_bfloat16 v) { return v; }
inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 v) { return v.data; }
inline short __bfloat16_as_short(__hip_bfloat16 v) { return static_cast<short>(v.data); }
inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    return __hip_bfloat16::from_bits(bits);
}
inline __hip_bfloat16 __short_as_bfloat16(short bits) {
    return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}
inline __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return {a, b}; }
inline __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return {a, b}; }
inline __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 v) { return {v, v}; }
inline __hip_bfloat162 __float2bfloat162_rn(float v) {
    return {__hip_bfloat16(v), __hip_bfloat16(v)};
}
inline __hip_bfloat162 __floats2bfloat162_rn(float a, float b) {
    return {__hip_bfloat16(a), __hip_bfloat16(b)};
}
inline __hip_bfloat162 __float22bfloat162_rn(float2 v) {
    return {__hip_bfloat16(v.x), __hip_bfloat16(v.y)};
}
inline float2 __bfloat1622float2(__hip_bfloat162 v) { return {float(v.x), float(v.y)}; }
inline __hip_bfloat16 __low2bfloat16(__hip_bfloat162 v) { return v.x; }
inline __hip_bfloat16 __high2bfloat16(__hip_bfloat162 v) { return v.y; }
inline __hip_bfloat162 __low2bfloat162(__hip_bfloat162 v) { return {v.x, v.x}; }
inline __hip_bfloat162 __high2bfloat162(__hip_bfloat162 v) { return {v.y, v.y}; }
inline __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return {a.x, b.x}; }
inline __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
    return {a.y, b.y};
}
TILEPROOF_SMALL_OVERLOADS(__hip_bfloat16, __hip_bfloat162)

TILEPROOF_HIP_END

#include <tileproof_hip/letters_back.h>
