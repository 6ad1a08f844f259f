// SPDX-License-Identifier: MIT
// Rounding to bfloat16 for __hip_bfloat16 and for clang's own __bf16 (bf16_rounding.cpp).
//
//   tp_rounded_to_bf16(1.0f / 3) == 0x3eab      0.333984375
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

// Rounds only once, even from a double: rounding to a float first, to odd, preserves what the second rounding needs.
template <class T>
constexpr std::uint16_t tp_rounded_to_bf16(T v) {
    float f = static_cast<float>(v);
    std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
    if (f != f)
        return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // quiet, and never an infinity
    if constexpr (std::is_same_v<T, double>) {
        const double back = f;
        if (back != v && f - f == 0) {
            const bool too_far = (back > 0 ? back : -back) > (v > 0 ? v : -v);
            if (too_far) --bits;
            bits |= 1;
        }
    }
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

TILEPROOF_HIP_END
