// SPDX-License-Identifier: MIT
// Device mathematics missing from <math.h>: fast forms, min and max, and CUDA's additions.
//
// The fast forms (__expf, __fdividef, ...) are as exact here as the slow ones.
#pragma once

#include <math.h>

#include <cmath>
#include <type_traits>

#include "tileproof_hip/bits.h"
#include "tileproof_hip/conversions.h"

TILEPROOF_HIP_BEGIN

template <class A, class B>
requires(tp_arithmetic<A>&& tp_arithmetic<B>) constexpr std::common_type_t<A, B> min(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(__builtin_fmin(static_cast<T>(a), static_cast<T>(b)));
    else
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(a) : static_cast<T>(b);
}
template <class A, class B>
requires(tp_arithmetic<A>&& tp_arithmetic<B>) constexpr std::common_type_t<A, B> max(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(__builtin_fmax(static_cast<T>(a), static_cast<T>(b)));
    else
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}
constexpr unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
constexpr unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
constexpr long long llmin(long long a, long long b) { return a < b ? a : b; }
constexpr long long llmax(long long a, long long b) { return a < b ? b : a; }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return a < b ? a : b;
}
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return a < b ? b : a;
}

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / ::sqrt(x); }
inline float rsqrt(float x) { return 1.0f / sqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / ::cbrt(x); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
inline float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
inline double norm3d(double a, double b, double c) { return ::sqrt(a * a + b * b + c * c); }
inline float norm4df(float a, float b, float c, float d) {
    return sqrtf(a * a + b * b + c * c + d * d);
}
inline float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline float fdividef(float a, float b) { return a / b; }
inline float __fdividef(float a, float b) { return a / b; }
inline float sinpif(float x) {
    return static_cast<float>(::sin(3.14159265358979323846 * ::fmod(x, 2.0)));
}
inline double sinpi(double x) { return ::sin(3.14159265358979323846 * ::fmod(x, 2.0)); }
inline float cospif(float x) {
    return static_cast<float>(::cos(3.14159265358979323846 * ::fmod(x, 2.0)));
}
inline double cospi(double x) { return ::cos(3.14159265358979323846 * ::fmod(x, 2.0)); }
inline void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
inline void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
inline void sincos(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
inline float normcdff(float x) {
    return static_cast<float>(0.5 * ::erfc(-x * 0.70710678118654752440));
}
inline double normcdf(double x) { return 0.5 * ::erfc(-x * 0.70710678118654752440); }
inline float erfcxf(float x) {
    return static_cast<float>(::exp(static_cast<double>(x) * x) * ::erfc(x));
}
inline double erfcx(double x) { return ::exp(x * x) * ::erfc(x); }
// The inverse of erf by Newton's method, starting from Winitzki's estimate.
inline double erfinv(double y) {
    if (!(y > -1 && y < 1)) return y == 1 ? HUGE_VAL : y == -1 ? -HUGE_VAL : __builtin_nan("");
    const double l = ::log(1 - y * y), t = 4.33 + l / 2;
    double x = ::copysign(::sqrt(::sqrt(t * t - l / 0.147) - t), y);
    for (int i = 0; i < 4; ++i) x -= (::erf(x) - y) / (1.12837916709551257390 * ::exp(-x * x));
    return x;
}
inline float erfinvf(float y) { return static_cast<float>(erfinv(static_cast<double>(y))); }
inline double erfcinv(double y) { return erfinv(1 - y); }
inline float erfcinvf(float y) { return static_cast<float>(erfinv(1 - static_cast<double>(y))); }
inline double normcdfinv(double p) { return 1.41421356237309504880 * erfinv(2 * p - 1); }
inline float normcdfinvf(float p) { return static_cast<float>(normcdfinv(p)); }

// glibc has its own functions of these names; here they mean others.
#define __expf tileproof_expf
#define __exp10f tileproof_exp10f
#define __logf tileproof_logf
#define __log2f tileproof_log2f
#define __log10f tileproof_log10f
#define __powf tileproof_powf
#define __sinf tileproof_sinf
#define __cosf tileproof_cosf
#define __tanf tileproof_tanf
#define __sincosf tileproof_sincosf
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return powf(10.0f, x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float a, float b) { return powf(a, b); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
inline float __saturatef(float x) {
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}  // NaN gives 0

// Loads and stores with a cache hint.
#define TILEPROOF_HINT(load) \
    template <class T>       \
    T load(const T* at) {    \
        return *at;          \
    }
TILEPROOF_HINT(__ldg)
TILEPROOF_HINT(__ldcg)
TILEPROOF_HINT(__ldca)
TILEPROOF_HINT(__ldcs)
TILEPROOF_HINT(__ldlu)
TILEPROOF_HINT(__ldcv)
TILEPROOF_HINT(__nontemporal_load)
#undef TILEPROOF_HINT
#define TILEPROOF_HINT(store)                          \
    template <class T>                                 \
    void store(T* at, std::type_identity_t<T> value) { \
        *at = value;                                   \
    }
TILEPROOF_HINT(__stwb)
TILEPROOF_HINT(__stcg)
TILEPROOF_HINT(__stcs)
TILEPROOF_HINT(__stwt)
#undef TILEPROOF_HINT

TILEPROOF_HIP_END
