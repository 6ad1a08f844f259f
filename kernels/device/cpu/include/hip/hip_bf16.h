// __hip_bfloat16 for the cpu device: the upper half of a float, rounded to nearest even.
//
//   __float2bfloat16(1.0f / 3) is 0.333984375f
//   a NaN stays a NaN, its sign and upper payload kept
#pragma once

#include <hip/hip_runtime.h>

#include <bit>
#include <cstdint>

TILEPROOF_HIP_BEGIN

struct __hip_bfloat16 {
    std::uint16_t data;

    __hip_bfloat16() = default;
    template <class T>
    requires std::is_arithmetic_v<T> __hip_bfloat16(T v) : data(rounded(static_cast<float>(v))) {}
    operator float() const { return std::bit_cast<float>(std::uint32_t{data} << 16); }
    __hip_bfloat16& operator+=(__hip_bfloat16 o) {
        return *this = __hip_bfloat16(float(*this) + float(o));
    }
    __hip_bfloat16& operator-=(__hip_bfloat16 o) {
        return *this = __hip_bfloat16(float(*this) - float(o));
    }
    __hip_bfloat16& operator*=(__hip_bfloat16 o) {
        return *this = __hip_bfloat16(float(*this) * float(o));
    }
    __hip_bfloat16& operator/=(__hip_bfloat16 o) {
        return *this = __hip_bfloat16(float(*this) / float(o));
    }
    friend __hip_bfloat16 operator+(__hip_bfloat16 a, __hip_bfloat16 b) { return a += b; }
    friend __hip_bfloat16 operator-(__hip_bfloat16 a, __hip_bfloat16 b) { return a -= b; }
    friend __hip_bfloat16 operator*(__hip_bfloat16 a, __hip_bfloat16 b) { return a *= b; }
    friend __hip_bfloat16 operator/(__hip_bfloat16 a, __hip_bfloat16 b) { return a /= b; }
    friend bool operator==(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) == float(b); }
    friend bool operator<(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) < float(b); }
    friend bool operator>(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) > float(b); }

  private:
    static std::uint16_t rounded(float v) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(v);
        if (v != v)
            return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // quiet, and never an infinity
        return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
};
static_assert(sizeof(__hip_bfloat16) == 2);

struct alignas(4) __hip_bfloat162 {
    __hip_bfloat16 x, y;
};

inline __hip_bfloat16 __float2bfloat16(float v) { return __hip_bfloat16(v); }
inline float __bfloat162float(__hip_bfloat16 v) { return v; }
inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 v) { return v.data; }
inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    return std::bit_cast<__hip_bfloat16>(bits);
}
inline __hip_bfloat16 __hadd(__hip_bfloat16 a, __hip_bfloat16 b) { return a + b; }
inline __hip_bfloat16 __hsub(__hip_bfloat16 a, __hip_bfloat16 b) { return a - b; }
inline __hip_bfloat16 __hmul(__hip_bfloat16 a, __hip_bfloat16 b) { return a * b; }

TILEPROOF_HIP_END
