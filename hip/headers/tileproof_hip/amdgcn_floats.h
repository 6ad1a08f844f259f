// SPDX-License-Identifier: MIT
// clang's AMD GPU builtins that convert small floating-point numbers, and device library functions (__ocml_exp_f32).
//
//   __builtin_amdgcn_cvt_pk_fp8_f32(0.3125f, 1.f, 0, false)   0x382a on gfx950 and gfx12, 0x4032 on gfx942
//   __builtin_amdgcn_cvt_f32_fp8(0x382a, 1)                   1.f, of byte 1
//
// Values that do not fit become the greatest number.
#pragma once

#include <math.h>

#include "tileproof_hip/amdgcn.h"
#include "tileproof_hip/fp8_format.h"

TILEPROOF_HIP_BEGIN

using tp_f16x2 = tp_language_vector<_Float16, 2>;
#ifdef __clang__
using tp_fp16x2 = tp_language_vector<__fp16, 2>;
using tp_any_f16x2 = _Float16 __attribute__((vector_size(4)));  // of both
#else
using tp_fp16x2 = tp_f16x2;
using tp_any_f16x2 = tp_f16x2;
#endif
using tp_f32x2 = tp_language_vector<float, 2>;

// Two codes in one half of a dword; the other half is unchanged.
inline int tp_two_codes(__hip_fp8_interpretation_t format, float a, float b, int old, bool high) {
    const tp_fp8_format f = tp_fp8_format::of(format);
    const unsigned codes = f.code_of(a, __HIP_SATFINITE) | f.code_of(b, __HIP_SATFINITE) << 8,
                   before = static_cast<unsigned>(old);
    return static_cast<int>(high ? (before & 0xffff) | codes << 16 : (before & 0xffff0000) | codes);
}
// Stochastic rounding: the upper bits of `random` are added to the part that is cut off.
inline int tp_code_by_chance(__hip_fp8_interpretation_t format, float v, unsigned random, int old,
                             int byte) {
    const tp_fp8_format f = tp_fp8_format::of(format);
    const int code = f.code_of(v, __HIP_SATFINITE);
    int below = code & 0x7f;
    const double size = v < 0 ? -double{v} : double{v};
    unsigned chosen = static_cast<unsigned>(code);
    if (size <= f.size_of(f.greatest)) {  // no NaN, nothing beyond
        if (f.size_of(below) > size) --below;
        const double step = f.size_of(below + 1) - f.size_of(below), rest = size - f.size_of(below);
        const int taken = below + (rest * 0x1p32 + step * random >= step * 0x1p32);
        chosen = static_cast<unsigned>(taken) | (v < 0 && (taken || !f.is_fnuz()) ? 0x80u : 0u);
    }
    const int shift = 8 * (byte & 3);
    return static_cast<int>((static_cast<unsigned>(old) & ~(0xffu << shift)) | chosen << shift);
}
inline float tp_value_of_byte(__hip_fp8_interpretation_t format, int codes, int byte) {
    return tp_fp8_format::of(format).value_of(
        static_cast<unsigned char>(codes >> (8 * (byte & 3))));
}
inline tp_f32x2 values_of_half(__hip_fp8_interpretation_t format, int codes, bool high) {
    return {tp_value_of_byte(format, codes, 2 * high),
            tp_value_of_byte(format, codes, 2 * high + 1)};
}

inline _Float16 tp_toward_zero(float v) {
    const auto near = static_cast<_Float16>(v);
    const float size = v < 0 ? -v : v, got = static_cast<float>(near < 0 ? -near : near);
    if (!(got > size)) return near;
    const auto bits = static_cast<unsigned short>(std::bit_cast<unsigned short>(near) - 1);
    return std::bit_cast<_Float16>(bits);
}
inline tp_fp16x2 tp_pair_toward_zero(float a, float b) {
    return std::bit_cast<tp_fp16x2>(tp_f16x2{tp_toward_zero(a), tp_toward_zero(b)});
}
inline float tp_dot_of_pairs(tp_any_f16x2 a, tp_any_f16x2 b, float c) {
    return fmaf(static_cast<float>(a[0]), static_cast<float>(b[0]),
                fmaf(static_cast<float>(a[1]), static_cast<float>(b[1]), c));
}
inline unsigned tp_differences_of_halves(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 16) {
        const unsigned p = a >> i & 0xffff, q = b >> i & 0xffff;
        c += p > q ? p - q : q - p;
    }
    return c;
}
// The bytes of an operand are signed if its flag says so.
inline int tp_dot_of_bytes(bool a_signed, int a, bool b_signed, int b, int c) {
    for (int i = 0; i < 32; i += 8) {
        const int p = a >> i & 0xff, q = b >> i & 0xff;
        c += (a_signed && p > 127 ? p - 256 : p) * (b_signed && q > 127 ? q - 256 : q);
    }
    return c;
}

inline float __ocml_exp_f32(float v) { return ::expf(v); }
inline double __ocml_exp_f64(double v) { return ::exp(v); }
inline float __ocml_exp2_f32(float v) { return ::exp2f(v); }
inline float __ocml_log_f32(float v) { return ::logf(v); }
inline float __ocml_log2_f32(float v) { return ::log2f(v); }
inline float __ocml_native_exp_f32(float v) { return ::expf(v); }
inline float __ocml_native_exp2_f32(float v) { return ::exp2f(v); }
inline float __ocml_native_log_f32(float v) { return ::logf(v); }
inline float __ocml_native_log2_f32(float v) { return ::log2f(v); }
inline float __ocml_native_recip_f32(float v) { return 1.0f / v; }
inline float __ocml_native_rsqrt_f32(float v) { return 1.0f / ::sqrtf(v); }
inline float __ocml_native_sqrt_f32(float v) { return ::sqrtf(v); }
inline float __ocml_tanh_f32(float v) { return ::tanhf(v); }
inline float __ocml_erf_f32(float v) { return ::erff(v); }
inline float __ocml_pow_f32(float v, float w) { return ::powf(v, w); }
inline float __ocml_fma_f32(float a, float b, float c) { return ::fmaf(a, b, c); }

TILEPROOF_HIP_END

#define __builtin_amdgcn_cvt_pk_fp8_f32(a, b, old, high) \
    TILEPROOF_ON(tp_two_codes)(TILEPROOF_ON(tp_fp8_of_target), a, b, old, high)
#define __builtin_amdgcn_cvt_pk_bf8_f32(a, b, old, high) \
    TILEPROOF_ON(tp_two_codes)(TILEPROOF_ON(tp_bf8_of_target), a, b, old, high)
#define __builtin_amdgcn_cvt_sr_fp8_f32(v, random, old, byte) \
    TILEPROOF_ON(tp_code_by_chance)(TILEPROOF_ON(tp_fp8_of_target), v, random, old, byte)
#define __builtin_amdgcn_cvt_sr_bf8_f32(v, random, old, byte) \
    TILEPROOF_ON(tp_code_by_chance)(TILEPROOF_ON(tp_bf8_of_target), v, random, old, byte)
#define __builtin_amdgcn_cvt_f32_fp8(codes, byte) \
    TILEPROOF_ON(tp_value_of_byte)(TILEPROOF_ON(tp_fp8_of_target), codes, byte)
#define __builtin_amdgcn_cvt_f32_bf8(codes, byte) \
    TILEPROOF_ON(tp_value_of_byte)(TILEPROOF_ON(tp_bf8_of_target), codes, byte)
#define __builtin_amdgcn_cvt_pk_f32_fp8(codes, high) \
    TILEPROOF_ON(values_of_half)(TILEPROOF_ON(tp_fp8_of_target), codes, high)
#define __builtin_amdgcn_cvt_pk_f32_bf8(codes, high) \
    TILEPROOF_ON(values_of_half)(TILEPROOF_ON(tp_bf8_of_target), codes, high)
#define __builtin_amdgcn_cvt_pkrtz(a, b) TILEPROOF_ON(tp_pair_toward_zero)(a, b)
#define __builtin_amdgcn_fdot2(a, b, c, clamp) TILEPROOF_ON(tp_dot_of_pairs)(a, b, c)
#define __builtin_amdgcn_sad_u16(a, b, c) TILEPROOF_ON(tp_differences_of_halves)(a, b, c)
#define __builtin_amdgcn_sudot4(a_signed, a, b_signed, b, c, clamp) \
    TILEPROOF_ON(tp_dot_of_bytes)(a_signed, a, b_signed, b, c)
#define __builtin_amdgcn_sqrt(x) ::sqrt(x)
#define __builtin_amdgcn_sinf(x) ::sinf((x)*6.28318530717958647692f)
#define __builtin_amdgcn_cosf(x) ::cosf((x)*6.28318530717958647692f)
#define __builtin_amdgcn_read_exec() TILEPROOF_ON(__ballot)(1)
#define __builtin_amdgcn_read_exec_lo() static_cast<unsigned>(TILEPROOF_ON(__ballot)(1))
