// SPDX-License-Identifier: MIT
// A program whose kernel calls the functions of mathematics that HIP documents. It ends with 1 when a result is not the one that
// C's library, or a short calculation in double, has for it.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

struct row {
    const char* name;
    double must, allowed;  // relative
};

__device__ int filled;
__device__ void put(double* out, double v) { out[filled++] = v; }

__global__ void computes(double* out, float x, float y, double d, double e) {
    filled = 0;
    float s, c, fraction;
    double ds, dc, dfraction;
    int power, quotient;
    sincosf(x, &s, &c), put(out, s), put(out, c);
    sincos(d, &ds, &dc), put(out, ds), put(out, dc);
    sincospif(x, &s, &c), put(out, s), put(out, c);
    put(out, rsqrtf(x)), put(out, rsqrt(d));
    put(out, rcbrtf(x)), put(out, rcbrt(d));
    put(out, hypotf(x, y)), put(out, hypot(d, e));
    put(out, rhypotf(x, y)), put(out, rhypot(d, e));
    put(out, norm3df(x, y, 2)), put(out, norm3d(d, e, 2));
    put(out, rnorm3df(x, y, 2)), put(out, norm4df(x, y, 2, 3)), put(out, rnorm4d(d, e, 2, 3));
    put(out, erff(x)), put(out, erfcf(x)), put(out, erfc(d));
    put(out, erfinvf(x / 4)), put(out, erfcinv(d / 4)), put(out, erfcxf(x));
    put(out, normcdff(x)), put(out, normcdfinv(d / 4));
    put(out, tgammaf(x)), put(out, tgamma(d)), put(out, lgammaf(x)), put(out, lgamma(d));
    put(out, sinpif(x)), put(out, cospi(d));
    put(out, exp10f(x)), put(out, exp10(d)), put(out, expm1f(x)), put(out, log1p(d));
    put(out, powif(x, 3)), put(out, powf(x, y)), put(out, pow(d, e));
    put(out, fdimf(y, x)), put(out, nextafterf(x, 2)), put(out, ilogbf(x)), put(out, logb(d));
    put(out, fmodf(y, x)), put(out, remainderf(y, x)), put(out, remquof(y, x, &quotient));
    put(out, quotient & 7), put(out, modff(y, &fraction)), put(out, fraction);
    put(out, modf(e, &dfraction)), put(out, dfraction);
    put(out, frexpf(y, &power)), put(out, power), put(out, ldexpf(x, 3)), put(out, scalbnf(x, 3));
    put(out, cyl_bessel_i0f(x)), put(out, cyl_bessel_i1(d));
    put(out, j0f(x)), put(out, j1(d)), put(out, y0f(x)), put(out, y1(d)), put(out, jn(2, d));
    put(out, fmaf(x, y, 1)), put(out, __fmaf_rn(x, y, 1)), put(out, __fsqrt_rn(x));
    put(out, __frcp_rn(x)), put(out, __expf(x)), put(out, __logf(x)), put(out, __powf(x, y));
    put(out, __saturatef(y)), put(out, isnan(x)), put(out, isinf(x)), put(out, signbit(-x));
    put(out, __half2float(hsqrt(__float2half(4.0f)))),
        put(out, __half2float(hexp2(__float2half(3.0f))));
    // Memory is moved as C does it.
    char from[24], to[24];
    memset(from, 7, sizeof from), memcpy(to, from, sizeof to), memmove(to + 1, to, 20);
    put(out, to[3] + to[23]);
}

int main() {
    constexpr float x = 1.25f, y = 2.75f;
    constexpr double d = 1.375, e = 2.625, pi = 3.14159265358979323846, f = 1e-6, g = 1e-13;
    double whole;
    int power, quotient;
    const double remquo_is = std::remquo(double{y}, double{x}, &quotient);
    const std::vector<row> rows{
        {"sincosf", std::sin(double{x}), f},
        {"sincosf", std::cos(double{x}), f},
        {"sincos", std::sin(d), g},
        {"sincos", std::cos(d), g},
        {"sincospif", std::sin(pi * x), f},
        {"sincospif", std::cos(pi * x), f},
        {"rsqrtf", 1 / std::sqrt(double{x}), f},
        {"rsqrt", 1 / std::sqrt(d), g},
        {"rcbrtf", 1 / std::cbrt(double{x}), f},
        {"rcbrt", 1 / std::cbrt(d), g},
        {"hypotf", std::hypot(double{x}, double{y}), f},
        {"hypot", std::hypot(d, e), g},
        {"rhypotf", 1 / std::hypot(double{x}, double{y}), f},
        {"rhypot", 1 / std::hypot(d, e), g},
        {"norm3df", std::hypot(double{x}, double{y}, 2.0), f},
        {"norm3d", std::hypot(d, e, 2.0), g},
        {"rnorm3df", 1 / std::hypot(double{x}, double{y}, 2.0), f},
        {"norm4df", std::hypot(std::hypot(double{x}, double{y}), 2.0, 3.0), f},
        {"rnorm4d", 1 / std::hypot(std::hypot(d, e), 2.0, 3.0), g},
        {"erff", std::erf(double{x}), f},
        {"erfcf", std::erfc(double{x}), f},
        {"erfc", std::erfc(d), g},
        {"erf of erfinvf", 0, 0},
        {"erfc of erfcinv", 0, 0},
        {"erfcxf", std::exp(double{x} * x) * std::erfc(double{x}), f},
        {"normcdff", std::erfc(-x / std::sqrt(2.0)) / 2, f},
        {"normcdf of normcdfinv", 0, 0},
        {"tgammaf", std::tgamma(double{x}), f},
        {"tgamma", std::tgamma(d), g},
        {"lgammaf", std::lgamma(double{x}), f},
        {"lgamma", std::lgamma(d), g},
        {"sinpif", std::sin(pi * x), f},
        {"cospi", std::cos(pi * d), g},
        {"exp10f", std::pow(10.0, x), f},
        {"exp10", std::pow(10.0, d), g},
        {"expm1f", std::expm1(double{x}), f},
        {"log1p", std::log1p(d), g},
        {"powif", double{x} * x * x, f},
        {"powf", std::pow(double{x}, y), f},
        {"pow", std::pow(d, e), g},
        {"fdimf", 1.5, 0},
        {"nextafterf", std::nextafterf(x, 2), 0},
        {"ilogbf", 0, 0},
        {"logb", 0, 0},
        {"fmodf", 0.25, 0},
        {"remainderf", 0.25, 0},
        {"remquof", remquo_is, 0},
        {"remquof", static_cast<double>(quotient & 7), 0},
        {"modff", 0.75, 0},
        {"modff", 2, 0},
        {"modf", std::modf(e, &whole), 0},
        {"modf", 2, 0},
        {"frexpf", std::frexp(double{y}, &power), 0},
        {"frexpf", 2, 0},
        {"ldexpf", 10, 0},
        {"scalbnf", 10, 0},
        {"cyl_bessel_i0f", std::cyl_bessel_i(0, double{x}), f},
        {"cyl_bessel_i1", std::cyl_bessel_i(1, d), g},
        {"j0f", ::j0(x), f},
        {"j1", ::j1(d), g},
        {"y0f", ::y0(x), f},
        {"y1", ::y1(d), g},
        {"jn", ::jn(2, d), 1e-11},
        {"fmaf", std::fma(double{x}, y, 1), f},
        {"__fmaf_rn", std::fma(double{x}, y, 1), f},
        {"__fsqrt_rn", std::sqrt(double{x}), f},
        {"__frcp_rn", 1 / double{x}, f},
        {"__expf", std::exp(double{x}), f},
        {"__logf", std::log(double{x}), f},
        {"__powf", std::pow(double{x}, y), f},
        {"__saturatef", 1, 0},
        {"isnan", 0, 0},
        {"isinf", 0, 0},
        {"signbit", 1, 0},
        {"hsqrt", 2, 0},
        {"hexp2", 8, 0},
        {"memmove", 14, 0}};
    double* out;
    (void)hipMalloc(&out, rows.size() * sizeof(double));
    computes<<<1, 1>>>(out, x, y, d, e);
    std::vector<double> is(rows.size());
    (void)hipMemcpy(is.data(), out, is.size() * sizeof(double), hipMemcpyDeviceToHost);
    int wrong = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        row r = rows[i];
        double value = is[i];
        if (std::strstr(r.name, " of erfinvf"))
            value = std::erf(value), r.must = x / 4, r.allowed = f;
        if (std::strstr(r.name, " of erfcinv"))
            value = std::erfc(value), r.must = d / 4, r.allowed = g;
        if (std::strstr(r.name, " of normcdfinv"))
            value = std::erfc(-value / std::sqrt(2.0)) / 2, r.must = d / 4, r.allowed = g;
        if (std::abs(value - r.must) <= r.allowed * std::abs(r.must)) continue;
        std::printf("wrong: %s is %.17g, must be %.17g\n", r.name, value, r.must);
        wrong = 1;
    }
    (void)hipFree(out);
    return wrong;
}
