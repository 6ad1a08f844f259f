// SPDX-License-Identifier: MIT
// hipFloatComplex and hipDoubleComplex: pairs (real, imaginary) and their arithmetic.
//
//   hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4)) is (-5, 10)
#pragma once

#include <math.h>

#include "tileproof_hip/vector_types.h"

TILEPROOF_HIP_BEGIN

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

#define TILEPROOF_COMPLEX(type, real, suffix)                                          \
    inline type make_##type(real a, real b) { return type(a, b); }                     \
    inline real hipCreal##suffix(type z) { return z.x; }                               \
    inline real hipCimag##suffix(type z) { return z.y; }                               \
    inline type hipConj##suffix(type z) { return type(z.x, -z.y); }                    \
    inline type hipCadd##suffix(type a, type b) { return type(a.x + b.x, a.y + b.y); } \
    inline type hipCsub##suffix(type a, type b) { return type(a.x - b.x, a.y - b.y); } \
    inline type hipCmul##suffix(type a, type b) {                                      \
        return type(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                     \
    }                                                                                  \
    inline type hipCdiv##suffix(type a, type b) {                                      \
        const real n = b.x * b.x + b.y * b.y;                                          \
        return type((a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n);         \
    }                                                                                  \
    inline type hipCfma##suffix(type a, type b, type c) {                              \
        return type(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y);         \
    }
TILEPROOF_COMPLEX(hipFloatComplex, float, f)
TILEPROOF_COMPLEX(hipDoubleComplex, double, )
#undef TILEPROOF_COMPLEX
inline float hipCabsf(hipFloatComplex z) { return ::hypotf(z.x, z.y); }
inline double hipCabs(hipDoubleComplex z) { return ::hypot(z.x, z.y); }
inline float hipCsqabsf(hipFloatComplex z) { return z.x * z.x + z.y * z.y; }
inline double hipCsqabs(hipDoubleComplex z) { return z.x * z.x + z.y * z.y; }
inline hipComplex make_hipComplex(float a, float b) { return hipComplex(a, b); }
inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) { return {z.x, z.y}; }
inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) { return {z.x, z.y}; }

TILEPROOF_HIP_END
