// SPDX-License-Identifier: MIT
// What compilers call where a processor has no arithmetic of 16-bit floats: conversions, which libgcc does bit by bit. Kernels
// find these first. Most processors have an instruction for each (F16C).
#include <bit>
#include <cstdint>

#include "kernels/product/number_bits.hpp"

#if defined(__x86_64__) && defined(__FLT16_MAX__)
#include <immintrin.h>

namespace {

const bool has_instructions = __builtin_cpu_supports("f16c");

[[gnu::target("f16c")]] float widened(std::uint16_t bits) {
    return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(bits)));
}
[[gnu::target("f16c")]] std::uint16_t rounded(float x) {
    return static_cast<std::uint16_t>(
        _mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_CUR_DIRECTION)));
}

}  // namespace

extern "C" {
float __extendhfsf2(_Float16 x) {
    const auto bits = std::bit_cast<std::uint16_t>(x);
    return has_instructions ? widened(bits) : tileproof::kernels::f16_to_float(bits);
}
_Float16 __truncsfhf2(float x) {
    return std::bit_cast<_Float16>(has_instructions ? rounded(x)
                                                    : tileproof::kernels::f16_from_float(x));
}
}
#endif
