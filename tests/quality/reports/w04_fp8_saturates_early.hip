// SPDX-License-Identifier: MIT
// wrong
// when: n >= 1 | data: 256 <= |x| < 440 or so
// bugs: 1
// source: https://github.com/sgl-project/sglang/pull/40581
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tileproof/custom_contract.hpp>

__device__ uint8_t encode(float f) {
    const uint32_t b = __float_as_uint(f), sign = (b >> 24) & 0x80, a = b & 0x7fffffff;
    if (a > 0x7f800000) return sign | 0x7f;
    const int e = int(a >> 23) - 127 + 7;
    if (e >= 15) return sign | 0x7e;  // BUG
    if (e < 1) return sign | uint8_t(rintf(__uint_as_float(a) * 512.0f));
    const uint32_t m = a & 0x7fffff;
    uint32_t v = (e << 3) + ((m + 0x7ffff + ((m >> 20) & 1)) >> 20);
    if (v > 0x7e) v = 0x7e;
    return sign | v;
}
__global__ void to_fp8(const float* x, uint8_t* y, long n) {
    const long i = blockIdx.x * 128L + threadIdx.x;
    if (i < n) y[i] = encode(x[i]);
}

static double decode(int v) {
    const int e = v >> 3, m = v & 7;
    return e ? std::ldexp(8 + m, e - 7 - 3) : std::ldexp(m, -9);
}
static uint8_t right(float f) {
    const uint8_t sign = std::signbit(f) ? 0x80 : 0;
    if (f != f) return sign | 0x7f;
    const double x = std::fabs(double(f));
    int best = 0;
    for (int v = 1; v <= 0x7e; ++v) {
        const double now = std::fabs(decode(v) - x), before = std::fabs(decode(best) - x);
        if (now < before || (now == before && v % 2 == 0)) best = v;
    }
    return sign | best;
}
static const tileproof::kernel_test test =
    tileproof::custom("to_fp8", {"n"})
        .input<float>("x", {"n"})
        .values_from(-448, 448)
        .output<uint8_t>("y", {"n"})
        .reference([](const tileproof::arrays& a) {
            for (long i = 0; i < a.dim("n"); ++i)
                a.out<uint8_t>("y")(i, 0) = right(a.in<float>("x")(i, 0));
        })
        .launch([](const tileproof::pointers& p) {
            if (const long n = p.dim("n"))
                to_fp8<<<(n + 127) / 128, 128>>>(p.in<float>("x"), p.out<uint8_t>("y"), n);
        });
