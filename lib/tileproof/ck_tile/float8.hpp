// SPDX-License-Identifier: MIT
// Floating-point numbers of 8 bits as on gfx942 (NANOO): fp8_t with 4 bits of exponent, bf8_t with 5.
//
//   float_to_fp8(1.3f)             the bits 0x42: 1.25, one of 8 steps from 1 to 2
//   fp8_to_float(float_to_fp8(300.f)) == 240      the greatest; larger values saturate
//   float_to_bf8(1.f / 0)          the bits 0x80: the only NaN; there is no infinity, and no -0
//
// The exponent's bias is 2^(bits - 1): 8 and 16. Conversion rounds to nearest, ties to even, down to the least
// subnormal number (2^-10 and 2^-17). Both types are for storage; type_convert turns them into numbers, as for
// bf16_t.
#pragma once

#include <cstdint>
#include <tileproof/config.hpp>

namespace ck_tile {

// 8 bits of storage in a type that clang accepts as a vector element.
#if defined(__clang__)
using fp8_t = _BitInt(8);
using bf8_t = unsigned _BitInt(8);
#else
enum class fp8_t : unsigned char {};
enum class bf8_t : unsigned char {};
#endif
using fp8_raw_t = std::uint8_t;
using bf8_raw_t = std::uint8_t;

namespace detail {

constexpr std::uint8_t no_number = 0x80;

// requires -126 <= exponent <= 127
constexpr TILEPROOF_HOST_DEVICE float power_of_two(int exponent) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(exponent + 127) << 23);
}

template <int ExponentBits>
constexpr TILEPROOF_HOST_DEVICE float float_of_8_bits(std::uint8_t bits) {
    constexpr int mantissa_bits = 7 - ExponentBits, bias = 1 << (ExponentBits - 1);
    if (bits == no_number) return __builtin_nanf("");
    const int magnitude = bits & 0x7f, exponent = magnitude >> mantissa_bits;
    const int mantissa = magnitude - (exponent << mantissa_bits);
    const int digits = mantissa + (exponent > 0 ? 1 << mantissa_bits : 0);
    const float value = static_cast<float>(digits) *
                        power_of_two((exponent > 0 ? exponent : 1) - bias - mantissa_bits);
    return bits & 0x80 ? -value : value;
}

template <int ExponentBits>
constexpr TILEPROOF_HOST_DEVICE std::uint8_t float_to_8_bits(float x) {
    constexpr int mantissa_bits = 7 - ExponentBits, least = 1 - (1 << (ExponentBits - 1));
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x), magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u) return no_number;
    const int own = static_cast<int>(magnitude >> 23) - 127, exponent = own > least ? own : least;
    // In units of 2^(exponent - mantissa_bits), exactly; below 2^(mantissa_bits + 1).
    const float steps =
        __builtin_bit_cast(float, magnitude) * power_of_two(mantissa_bits - exponent);
    int whole = static_cast<int>(steps);
    const float rest = steps - static_cast<float>(whole);
    whole += rest > 0.5f || (rest == 0.5f && whole % 2 == 1) ? 1 : 0;
    // The leading bit of a normal number, and a carry from rounding, add to the exponent.
    const int code = ((exponent - least) << mantissa_bits) + whole;
    if (code == 0) return 0;
    return static_cast<std::uint8_t>((code > 0x7f ? 0x7f : code) | (x < 0 ? 0x80 : 0));
}

}  // namespace detail

constexpr TILEPROOF_HOST_DEVICE float fp8_to_float(fp8_t x) {
    return detail::float_of_8_bits<4>(static_cast<std::uint8_t>(x));
}
constexpr TILEPROOF_HOST_DEVICE float bf8_to_float(bf8_t x) {
    return detail::float_of_8_bits<5>(static_cast<std::uint8_t>(x));
}
constexpr TILEPROOF_HOST_DEVICE fp8_t float_to_fp8(float x) {
    return __builtin_bit_cast(fp8_t, detail::float_to_8_bits<4>(x));
}
constexpr TILEPROOF_HOST_DEVICE bf8_t float_to_bf8(float x) {
    return __builtin_bit_cast(bf8_t, detail::float_to_8_bits<5>(x));
}

}  // namespace ck_tile
