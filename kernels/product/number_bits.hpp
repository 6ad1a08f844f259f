// SPDX-License-Identifier: MIT
// f16 and bf16 as bits: conversions that give the same result on every device.
//
//   f16_from_float(1.0f) == 0x3c00       f16_from_float_toward_zero(65535.0f) == 0x7bff (65504)
//   f16_to_float(0x3555) == 0.33325195f  f16_from_float(65520.0f) == 0x7c00 (infinity)
//
// Subnormals are kept, NaN stays NaN.
#pragma once

#include <tileproof/config.hpp>

#include <bit>
#include <cstdint>

namespace tileproof::kernels {

constexpr TILEPROOF_HOST_DEVICE float float_of_bits(std::uint32_t bits) {
    return __builtin_bit_cast(float, bits);
}
constexpr TILEPROOF_HOST_DEVICE std::uint32_t bits_of_float(float f) {
    return __builtin_bit_cast(std::uint32_t, f);
}

constexpr TILEPROOF_HOST_DEVICE float f16_to_float(std::uint16_t h) {
    const std::uint32_t sign = (h & 0x8000u) << 16, magnitude = h & 0x7fffu;
    if (magnitude >= 0x7c00u) return float_of_bits(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    // A subnormal is its integer times 2^-24, exact in float.
    if (magnitude < 0x400u) {
        const float value = static_cast<float>(magnitude) * 5.9604644775390625e-8f;
        return sign ? -value : value;
    }
    return float_of_bits(sign | ((magnitude << 13) + 0x38000000u));
}

// `ToZero`: truncate, and stay finite; else round to nearest, ties to even.
template <bool ToZero>
constexpr TILEPROOF_HOST_DEVICE std::uint16_t f16_rounded(float f) {
    const std::uint32_t bits = bits_of_float(f), sign = bits >> 16 & 0x8000u,
                        magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (magnitude == 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude >= 0x47800000u)
        return static_cast<std::uint16_t>(sign | (ToZero ? 0x7bffu : 0x7c00u));
    const int exponent = static_cast<int>(magnitude >> 23);
    // How many bits of the 24-bit significand are dropped: 13, and more below the normal range.
    const int cut = exponent < 113 ? 126 - exponent : 13;
    if (cut > 24) return static_cast<std::uint16_t>(sign);
    const std::uint32_t significand = (magnitude & 0x7fffffu) | (exponent ? 0x800000u : 0u);
    std::uint32_t kept = significand >> cut;
    const std::uint32_t rest = significand & ((1u << cut) - 1), half = 1u << (cut - 1);
    if (!ToZero && (rest > half || (rest == half && (kept & 1)))) ++kept;
    // A carry propagates into the exponent, up to infinity.
    if (exponent >= 113) kept += static_cast<std::uint32_t>(exponent - 113) << 10;
    return static_cast<std::uint16_t>(sign | kept);
}
constexpr TILEPROOF_HOST_DEVICE std::uint16_t f16_from_float(float f) {
    return f16_rounded<false>(f);
}
constexpr TILEPROOF_HOST_DEVICE std::uint16_t f16_from_float_toward_zero(float f) {
    return f16_rounded<true>(f);
}

constexpr TILEPROOF_HOST_DEVICE float bf16_to_float(std::uint16_t b) {
    return float_of_bits(static_cast<std::uint32_t>(b) << 16);
}
constexpr TILEPROOF_HOST_DEVICE std::uint16_t bf16_from_float(float f) {
    const std::uint32_t bits = bits_of_float(f);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace tileproof::kernels
