// SPDX-License-Identifier: MIT
// AMD's library of mathematics, as far as C's has no function of the same name: clang's headers for HIP are written in its
// terms, so that rsqrtf(x) in a kernel is
//
//   call float @__ocml_rsqrt_f32(float %x)     which becomes     call float @tileproof_ocml_rsqrt_f32(float %x)
//
// (compiler/passes/gpu_intrinsics.hpp). Those of 16-bit floats are computed as float.
#pragma once

#include <cfenv>
#include <cmath>

#include "tileproof_hip/math.h"

TILEPROOF_HIP_BEGIN
namespace ocml {

// For float as well as double.
template <class T>
T rsqrt(T x) {
    return 1 / std::sqrt(x);
}
template <class T>
T rcbrt(T x) {
    return 1 / std::cbrt(x);
}
template <class T>
T sinpi(T x) {
    return static_cast<T>(hip_on::sinpi(static_cast<double>(x)));
}
template <class T>
T cospi(T x) {
    return static_cast<T>(hip_on::cospi(static_cast<double>(x)));
}
template <class T>
T ncdf(T x) {
    return static_cast<T>(normcdf(static_cast<double>(x)));
}
template <class T>
T ncdfinv(T x) {
    return static_cast<T>(normcdfinv(static_cast<double>(x)));
}
template <class T>
T erfinv(T x) {
    return static_cast<T>(hip_on::erfinv(static_cast<double>(x)));
}
template <class T>
T erfcinv(T x) {
    return static_cast<T>(hip_on::erfcinv(static_cast<double>(x)));
}
template <class T>
T erfcx(T x) {
    return static_cast<T>(hip_on::erfcx(static_cast<double>(x)));
}
// Modified Bessel functions of the first kind: the sum of (x/2)^(2k + n) / (k! (k + n)!), whose terms are all of one sign.
template <int N>
double bessel_i(double x) {
    const double half = std::fabs(x) / 2;
    double term = N ? half : 1, sum = term;
    for (int k = 1; term > sum * 1e-17 && k < 2000; ++k) sum += term *= half * half / (k * (k + N));
    return N ? std::copysign(sum, x) : sum;
}
template <class T>
T i0(T x) {
    return static_cast<T>(bessel_i<0>(static_cast<double>(x)));
}
template <class T>
T i1(T x) {
    return static_cast<T>(bessel_i<1>(static_cast<double>(x)));
}
template <class T>
T recip(T x) {
    return 1 / x;
}
template <class T>
T rhypot(T x, T y) {
    return 1 / std::hypot(x, y);
}
template <class T>
T scalb(T x, T y) {
    return x * std::exp2(y);
}
template <class T>
T powr(T x, T y) {
    return std::pow(x, y);
}
template <class T>
T pown(T x, int n) {
    return static_cast<T>(std::pow(x, n));
}
template <class T>
T rootn(T x, int n) {
    return static_cast<T>(std::pow(x, T{1} / static_cast<T>(n)));
}
template <class T>
T mad(T x, T y, T z) {
    return x * y + z;
}
template <class T>
T len3(T x, T y, T z) {
    return std::sqrt(x * x + y * y + z * z);
}
template <class T>
T len4(T x, T y, T z, T w) {
    return std::sqrt(x * x + y * y + z * z + w * w);
}
template <class T>
T rlen3(T x, T y, T z) {
    return 1 / len3(x, y, z);
}
template <class T>
T rlen4(T x, T y, T z, T w) {
    return 1 / len4(x, y, z, w);
}
template <class T>
T sincos(T x, T* cosine) {
    return *cosine = std::cos(x), std::sin(x);
}
template <class T>
T sincospi(T x, T* cosine) {
    return *cosine = cospi(x), sinpi(x);
}

// As if rounded that way: the compiler must neither compute it beforehand nor move it.
template <int Way, class T, class F>
T rounded(F f, T a, T b, T c) {
    const int before = std::fegetround();
    volatile T x = a, y = b, z = c;
    std::fesetround(Way);
    volatile T result = f(x, y, z);
    std::fesetround(before);
    return result;
}

}  // namespace ocml
TILEPROOF_HIP_END

#define TILEPROOF_OCML_OF(name, suffix, T, given, ...)                                 \
    extern "C" __attribute__((used)) inline T tileproof_ocml_##name##_##suffix given { \
        return tileproof::hip_on::ocml::name(__VA_ARGS__);                             \
    }
#define TILEPROOF_OCML_1(name)                        \
    TILEPROOF_OCML_OF(name, f32, float, (float x), x) \
    TILEPROOF_OCML_OF(name, f64, double, (double x), x)
#define TILEPROOF_OCML_2(name, Second)                                    \
    TILEPROOF_OCML_OF(name, f32, float, (float x, Second(float) y), x, y) \
    TILEPROOF_OCML_OF(name, f64, double, (double x, Second(double) y), x, y)
#define TILEPROOF_OCML_SAME(T) T
#define TILEPROOF_OCML_INT(T) int
#define TILEPROOF_OCML_ADDRESS(T) T*
#define TILEPROOF_OCML_3(name)                                                \
    TILEPROOF_OCML_OF(name, f32, float, (float x, float y, float z), x, y, z) \
    TILEPROOF_OCML_OF(name, f64, double, (double x, double y, double z), x, y, z)
#define TILEPROOF_OCML_4(name)                                                            \
    TILEPROOF_OCML_OF(name, f32, float, (float x, float y, float z, float w), x, y, z, w) \
    TILEPROOF_OCML_OF(name, f64, double, (double x, double y, double z, double w), x, y, z, w)
TILEPROOF_OCML_1(rsqrt)
TILEPROOF_OCML_1(rcbrt)
TILEPROOF_OCML_1(sinpi)
TILEPROOF_OCML_1(cospi)
TILEPROOF_OCML_1(ncdf)
TILEPROOF_OCML_1(ncdfinv)
TILEPROOF_OCML_1(erfinv)
TILEPROOF_OCML_1(erfcinv)
TILEPROOF_OCML_1(erfcx)
TILEPROOF_OCML_1(i0)
TILEPROOF_OCML_1(i1)
TILEPROOF_OCML_1(recip)
TILEPROOF_OCML_2(rhypot, TILEPROOF_OCML_SAME)
TILEPROOF_OCML_2(scalb, TILEPROOF_OCML_SAME)
TILEPROOF_OCML_2(powr, TILEPROOF_OCML_SAME)
TILEPROOF_OCML_2(pown, TILEPROOF_OCML_INT)
TILEPROOF_OCML_2(rootn, TILEPROOF_OCML_INT)
TILEPROOF_OCML_2(sincos, TILEPROOF_OCML_ADDRESS)
TILEPROOF_OCML_2(sincospi, TILEPROOF_OCML_ADDRESS)
TILEPROOF_OCML_3(mad)
TILEPROOF_OCML_3(len3)
TILEPROOF_OCML_3(rlen3)
TILEPROOF_OCML_4(len4)
TILEPROOF_OCML_4(rlen4)

#define TILEPROOF_OCML_ROUNDED(suffix, way, T)                             \
    TILEPROOF_OCML_WAY(add, suffix, way, T, (T x, T y), x + y, x, y, 0)    \
    TILEPROOF_OCML_WAY(sub, suffix, way, T, (T x, T y), x - y, x, y, 0)    \
    TILEPROOF_OCML_WAY(mul, suffix, way, T, (T x, T y), x* y, x, y, 0)     \
    TILEPROOF_OCML_WAY(div, suffix, way, T, (T x, T y), x / y, x, y, 0)    \
    TILEPROOF_OCML_WAY(sqrt, suffix, way, T, (T x), std::sqrt(x), x, 0, 0) \
    TILEPROOF_OCML_WAY(fma, suffix, way, T, (T x, T y, T z), std::fma(x, y, z), x, y, z)
#define TILEPROOF_OCML_WAY(name, suffix, way, T, given, result, a, b, c)               \
    extern "C" __attribute__((used)) inline T tileproof_ocml_##name##_##suffix given { \
        return tileproof::hip_on::ocml::rounded<way, T>(                               \
            []([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z) {     \
                return result;                                                         \
            },                                                                         \
            a, b, c);                                                                  \
    }
TILEPROOF_OCML_ROUNDED(rte_f32, FE_TONEAREST, float)
TILEPROOF_OCML_ROUNDED(rtn_f32, FE_DOWNWARD, float)
TILEPROOF_OCML_ROUNDED(rtp_f32, FE_UPWARD, float)
TILEPROOF_OCML_ROUNDED(rtz_f32, FE_TOWARDZERO, float)
TILEPROOF_OCML_ROUNDED(rte_f64, FE_TONEAREST, double)
TILEPROOF_OCML_ROUNDED(rtn_f64, FE_DOWNWARD, double)
TILEPROOF_OCML_ROUNDED(rtp_f64, FE_UPWARD, double)
TILEPROOF_OCML_ROUNDED(rtz_f64, FE_TOWARDZERO, double)

#define TILEPROOF_OCML_ASKS(name)                                                       \
    extern "C" __attribute__((used)) inline int tileproof_ocml_##name##_f32(float x) {  \
        return std::name(x);                                                            \
    }                                                                                   \
    extern "C" __attribute__((used)) inline int tileproof_ocml_##name##_f64(double x) { \
        return std::name(x);                                                            \
    }
TILEPROOF_OCML_ASKS(isfinite)
TILEPROOF_OCML_ASKS(isinf)
TILEPROOF_OCML_ASKS(isnan)
TILEPROOF_OCML_ASKS(signbit)
