// SPDX-License-Identifier: MIT
// The element formats of matrix instructions (matrix.h): how bits are read, and the type of sums.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "tileproof_hip/fp8_format.h"
#include "tileproof_hip/wave.h"

TILEPROOF_HIP_BEGIN
namespace tp_matrix {

// How the bits of an element are read, and the type of sums.
struct f16 {
    using bits = std::uint16_t;
    using sum = float;
    static float value(bits b) { return static_cast<float>(std::bit_cast<_Float16>(b)); }
    static bits rounded(float v) { return std::bit_cast<bits>(static_cast<_Float16>(v)); }
};
struct bf16 {
    using bits = std::uint16_t;
    using sum = float;
    static float value(bits b) { return std::bit_cast<float>(std::uint32_t{b} << 16); }
    static bits rounded(float v) {  // to the nearest, ties to even
        const std::uint32_t u = std::bit_cast<std::uint32_t>(v);
        if (v != v) return static_cast<bits>(u >> 16 | 64);
        return static_cast<bits>((u + 0x7fff + (u >> 16 & 1)) >> 16);
    }
};
template <class T>
struct own {
    using bits = T;
    using sum = T;
    static T value(T v) { return v; }
    static T rounded(T v) { return v; }
};
using f32 = own<float>;
using f64 = own<double>;
// Reads ten bits of the fraction.
struct xf32 : f32 {
    static float value(float v) {
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(v) & 0xffffe000u);
    }
};
// Whole numbers are added exactly; a result beyond 32 bits wraps around or saturates.
template <class T>
struct whole {
    using bits = T;
    using sum = std::int64_t;
    static std::int64_t value(T v) { return v; }
    static T rounded(std::int64_t v) { return static_cast<T>(v); }
};
using i8 = whole<std::int8_t>;
using u8 = whole<std::uint8_t>;
using i32 = whole<std::int32_t>;
struct i32_clamped : i32 {
    static std::int32_t rounded(std::int64_t v) {
        constexpr std::int64_t most = 0x7fffffff;
        return static_cast<std::int32_t>(v > most ? most : v < -most - 1 ? -most - 1 : v);
    }
};

// 8-bit floating-point numbers.
template <__hip_fp8_interpretation_t Format>
struct float_of_8_bits {
    using bits = std::uint8_t;
    using sum = float;
    struct all_values {
        float of[256];
        constexpr all_values() : of{} {
            for (int b = 0; b < 256; ++b)
                of[b] = tp_fp8_format::of(Format).value_of(static_cast<bits>(b));
        }
    };
    static constexpr all_values values{};
    static float value(bits b) { return values.of[b]; }
};
using ocp_fp8 = float_of_8_bits<__HIP_E4M3>;
using ocp_bf8 = float_of_8_bits<__HIP_E5M2>;
using fp8 = float_of_8_bits<tp_fp8_of_target>;
using bf8 = float_of_8_bits<tp_bf8_of_target>;

// 4-bit whole numbers, two per byte, the lower half first. They are spread to bytes before they are read.
template <class Byte>
struct whole_of_4_bits : whole<Byte> {
    static constexpr bool in_halves = true;
    static Byte spread(unsigned half) {
        return static_cast<Byte>(std::is_signed_v<Byte> && half > 7 ? static_cast<int>(half) - 16
                                                                    : static_cast<int>(half));
    }
};
using i4 = whole_of_4_bits<std::int8_t>;
using u4 = whole_of_4_bits<std::uint8_t>;

}  // namespace tp_matrix
TILEPROOF_HIP_END
