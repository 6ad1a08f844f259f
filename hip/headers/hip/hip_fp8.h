// SPDX-License-Identifier: MIT
// 8-bit floating-point numbers for the cpu devices: e4m3 and e5m2 of OCP and CUDA, and those of gfx942 (fnuz).
//
//   __hip_fp8_e4m3(0.3f)             the bits 0x2a: 0.3125, of 8 steps from 0.25 to 0.5
//   float(__hip_fp8_e4m3(1000.f))    448, the greatest; e5m2 57344, e4m3_fnuz 240, e5m2_fnuz 57344
//   __hip_cvt_float_to_fp8(1e9f, __HIP_NOSAT, __HIP_E5M2) == 0x7c    an infinity, which only e5m2 has
//
// Rounded once to nearest, ties to even, also from double. The types are for storage: they have no arithmetic.
#pragma once
#include <tileproof_hip/letters_aside.h>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <tileproof_hip/fp8_format.h>

TILEPROOF_GLOBAL_BEGIN

constexpr __hip_fp8_storage_t __hip_cvt_double_to_fp8(double v, __hip_saturation_t s,
                                                      __hip_fp8_interpretation_t i) {
    return tp_fp8_format::of(i).code_of(v, s);
}
constexpr __hip_fp8_storage_t __hip_cvt_float_to_fp8(float v, __hip_saturation_t s,
                                                     __hip_fp8_interpretation_t i) {
    return tp_fp8_format::of(i).code_of(v, s);
}
inline __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw v, __hip_saturation_t s,
                                                    __hip_fp8_interpretation_t i) {
    return __hip_cvt_float_to_fp8(__half(v), s, i);
}
inline __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw v, __hip_saturation_t s,
                                                        __hip_fp8_interpretation_t i) {
    return __hip_cvt_float_to_fp8(__hip_bfloat16(v), s, i);
}
constexpr __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(float2 v, __hip_saturation_t s,
                                                          __hip_fp8_interpretation_t i) {
    return static_cast<__hip_fp8x2_storage_t>(__hip_cvt_float_to_fp8(v.x, s, i) |
                                              __hip_cvt_float_to_fp8(v.y, s, i) << 8);
}
constexpr __hip_fp8x2_storage_t __hip_cvt_double2_to_fp8x2(double2 v, __hip_saturation_t s,
                                                           __hip_fp8_interpretation_t i) {
    return static_cast<__hip_fp8x2_storage_t>(__hip_cvt_double_to_fp8(v.x, s, i) |
                                              __hip_cvt_double_to_fp8(v.y, s, i) << 8);
}
inline __hip_fp8x2_storage_t __hip_cvt_halfraw2_to_fp8x2(__half2_raw v, __hip_saturation_t s,
                                                         __hip_fp8_interpretation_t i) {
    return __hip_cvt_float2_to_fp8x2(__half22float2(v), s, i);
}
inline __hip_fp8x2_storage_t __hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw v,
                                                             __hip_saturation_t s,
                                                             __hip_fp8_interpretation_t i) {
    return __hip_cvt_float2_to_fp8x2(__bfloat1622float2(v), s, i);
}
inline __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t v, __hip_fp8_interpretation_t i) {
    return __half(tp_fp8_format::of(i).value_of(v));
}
inline __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t v,
                                               __hip_fp8_interpretation_t i) {
    const __half_raw x = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(v & 0xff), i),
                     y = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(v >> 8), i);
    return {x.x, y.x};
}

// A number, and two and four of them packed in a word, the first in the lowest byte.
#define TILEPROOF_FP8(name, interpretation)                                                   \
    struct __hip_fp8_##name {                                                                 \
        __hip_fp8_storage_t __x;                                                              \
        __hip_fp8_##name() = default;                                                         \
        template <class T>                                                                    \
        requires(tp_arithmetic<T>) constexpr __hip_fp8_##name(T v)                            \
            : __x(__hip_cvt_double_to_fp8(static_cast<double>(v), __HIP_SATFINITE,            \
                                          interpretation)) {}                                 \
        template <tp_small_float T>                                                           \
        constexpr __hip_fp8_##name(T v) : __hip_fp8_##name(static_cast<float>(v)) {}          \
        constexpr operator float() const {                                                    \
            return tp_fp8_format::of(interpretation).value_of(__x);                           \
        }                                                                                     \
        explicit operator __half() const { return __half(float(*this)); }                     \
        explicit operator __hip_bfloat16() const { return __hip_bfloat16(float(*this)); }     \
    };                                                                                        \
    struct __hip_fp8x2_##name {                                                               \
        __hip_fp8x2_storage_t __x;                                                            \
        __hip_fp8x2_##name() = default;                                                       \
        constexpr __hip_fp8x2_##name(float2 v)                                                \
            : __x(__hip_cvt_float2_to_fp8x2(v, __HIP_SATFINITE, interpretation)) {}           \
        constexpr __hip_fp8x2_##name(double2 v)                                               \
            : __x(__hip_cvt_double2_to_fp8x2(v, __HIP_SATFINITE, interpretation)) {}          \
        __hip_fp8x2_##name(__half2 v) : __hip_fp8x2_##name(__half22float2(v)) {}              \
        __hip_fp8x2_##name(__hip_bfloat162 v) : __hip_fp8x2_##name(__bfloat1622float2(v)) {}  \
        constexpr operator float2() const { return {one(0), one(1)}; }                        \
        operator __half2() const { return __hip_cvt_fp8x2_to_halfraw2(__x, interpretation); } \
                                                                                              \
      private:                                                                                \
        constexpr float one(int i) const {                                                    \
            return tp_fp8_format::of(interpretation)                                          \
                .value_of(static_cast<__hip_fp8_storage_t>(__x >> 8 * i));                    \
        }                                                                                     \
    };                                                                                        \
    struct __hip_fp8x4_##name {                                                               \
        __hip_fp8x4_storage_t __x;                                                            \
        __hip_fp8x4_##name() = default;                                                       \
        constexpr __hip_fp8x4_##name(float4 v)                                                \
            : __x(code(v.x, 0) | code(v.y, 1) | code(v.z, 2) | code(v.w, 3)) {}               \
        constexpr __hip_fp8x4_##name(double4 v)                                               \
            : __x(code(v.x, 0) | code(v.y, 1) | code(v.z, 2) | code(v.w, 3)) {}               \
        constexpr operator float4() const { return {one(0), one(1), one(2), one(3)}; }        \
                                                                                              \
      private:                                                                                \
        static constexpr __hip_fp8x4_storage_t code(double v, int i) {                        \
            return __hip_fp8x4_storage_t{                                                     \
                       __hip_cvt_double_to_fp8(v, __HIP_SATFINITE, interpretation)}           \
                   << 8 * i;                                                                  \
        }                                                                                     \
        constexpr float one(int i) const {                                                    \
            return tp_fp8_format::of(interpretation)                                          \
                .value_of(static_cast<__hip_fp8_storage_t>(__x >> 8 * i));                    \
        }                                                                                     \
    }
TILEPROOF_FP8(e4m3, __HIP_E4M3);
TILEPROOF_FP8(e5m2, __HIP_E5M2);
TILEPROOF_FP8(e4m3_fnuz, __HIP_E4M3_FNUZ);
TILEPROOF_FP8(e5m2_fnuz, __HIP_E5M2_FNUZ);
#undef TILEPROOF_FP8

TILEPROOF_GLOBAL_END

#include <tileproof_hip/letters_back.h>
