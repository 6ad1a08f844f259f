// SPDX-License-Identifier: MIT
// The four formats of 8-bit floating-point numbers: the value of a code, and the code of a value.
//
//   tp_fp8_format::of(__HIP_E4M3).value_of(0x2a)                    0.3125f
//   tp_fp8_format::of(__HIP_E4M3).code_of(1000, __HIP_SATFINITE)    0x7e: 448, the greatest
#pragma once

#include <bit>
#include <cstdint>

#include "tileproof_hip/keywords.h"

TILEPROOF_HIP_BEGIN

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short int __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;
enum __hip_fp8_interpretation_t { __HIP_E4M3, __HIP_E5M2, __HIP_E4M3_FNUZ, __HIP_E5M2_FNUZ };
enum __hip_saturation_t { __HIP_NOSAT, __HIP_SATFINITE };

// One of the four formats.
struct tp_fp8_format {
    int mantissa_bits, bias;
    std::uint8_t greatest, beyond,
        nan;  // codes: the greatest finite number; what lies beyond it, unless held there

    static constexpr tp_fp8_format of(__hip_fp8_interpretation_t i) {
        return i == __HIP_E4M3        ? tp_fp8_format{3, 7, 0x7e, 0x7f, 0x7f}
               : i == __HIP_E5M2      ? tp_fp8_format{2, 15, 0x7b, 0x7c, 0x7f}
               : i == __HIP_E4M3_FNUZ ? tp_fp8_format{3, 8, 0x7f, 0x80, 0x80}
                                      : tp_fp8_format{2, 16, 0x7f, 0x80, 0x80};
    }
    constexpr bool is_fnuz() const { return nan == 0x80; }

    // The value of a code without sign; for greatest + 1, the value that an unlimited exponent would give it.
    constexpr double size_of(int code) const {
        const int exponent = code >> mantissa_bits, fraction = code & ((1 << mantissa_bits) - 1);
        const int digits = exponent ? fraction + (1 << mantissa_bits) : fraction;
        double value = digits;
        int shift = (exponent ? exponent : 1) - bias - mantissa_bits;
        for (; shift > 0; --shift) value *= 2;
        for (; shift < 0; ++shift) value /= 2;
        return value;
    }

    constexpr __hip_fp8_storage_t code_of(double v, __hip_saturation_t saturation) const {
        const std::uint8_t sign = std::bit_cast<std::uint64_t>(v) >> 63 ? 0x80 : 0;
        if (v != v) return is_fnuz() ? nan : nan | sign;
        const double size = v < 0 ? -v : v;
        const bool infinite = size > 0x1.fffffffffffffp+1023;
        if (infinite && is_fnuz()) return nan;
        int low = 0,
            high =
                greatest + 1;  // size_of(low) <= size, and size < size_of(high) unless it is beyond
        if (size >= size_of(high)) low = high;
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            (size_of(middle) <= size ? low : high) = middle;
        }
        if (low < high) {
            const double under = size - size_of(low), over = size_of(high) - size;
            if (over < under || (over == under && low % 2 == 1)) low = high;
        }
        if (low > greatest) {
            if (saturation == __HIP_SATFINITE) return greatest | sign;
            return is_fnuz() ? nan : beyond | sign;
        }
        return is_fnuz() && low == 0 ? 0 : static_cast<__hip_fp8_storage_t>(low | sign);
    }

    constexpr float value_of(__hip_fp8_storage_t code) const {
        const int size = code & 0x7f;
        float v = 0;
        if (is_fnuz() ? code == 0x80 : size > greatest && size != (mantissa_bits == 2 ? 0x7c : 0))
            return std::bit_cast<float>(0x7fc00000u);
        v = !is_fnuz() && size > greatest ? std::bit_cast<float>(0x7f800000u)
                                          : static_cast<float>(size_of(size));
        return code & 0x80 ? -v : v;
    }
};

// The formats of gfx950 and gfx12. gfx940 to gfx942, and code for no particular GPU, use fnuz.
#if defined(TILEPROOF_GPU_gfx950) || defined(TILEPROOF_GPU_gfx1200) || \
    defined(TILEPROOF_GPU_gfx1201) || defined(TILEPROOF_GPU_gfx1250)
inline constexpr auto tp_fp8_of_target = __HIP_E4M3, tp_bf8_of_target = __HIP_E5M2;
#else
inline constexpr auto tp_fp8_of_target = __HIP_E4M3_FNUZ, tp_bf8_of_target = __HIP_E5M2_FNUZ;
#endif

TILEPROOF_HIP_END
