// SPDX-License-Identifier: MIT
// hipRAND's host functions: rocRAND's (rocrand_host.h) under hipRAND's names, with its status values.
#pragma once

#include <tileproof_hip/rocrand_host.h>

TILEPROOF_HIP_BEGIN

inline hiprandStatus_t hiprand_status(rocrand_status s) {
    switch (s) {
        case ROCRAND_STATUS_SUCCESS:
            return HIPRAND_STATUS_SUCCESS;
        case ROCRAND_STATUS_NOT_CREATED:
            return HIPRAND_STATUS_NOT_INITIALIZED;
        case ROCRAND_STATUS_ALLOCATION_FAILED:
            return HIPRAND_STATUS_ALLOCATION_FAILED;
        case ROCRAND_STATUS_TYPE_ERROR:
            return HIPRAND_STATUS_TYPE_ERROR;
        case ROCRAND_STATUS_OUT_OF_RANGE:
            return HIPRAND_STATUS_OUT_OF_RANGE;
        case ROCRAND_STATUS_LENGTH_NOT_MULTIPLE:
            return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
        case ROCRAND_STATUS_LAUNCH_FAILURE:
            return HIPRAND_STATUS_LAUNCH_FAILURE;
        default:
            return HIPRAND_STATUS_INTERNAL_ERROR;
    }
}

TILEPROOF_HIP_END

inline hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t* g, hiprandRngType_t type) {
    const rocrand_rng_type same =
        type == HIPRAND_RNG_PSEUDO_PHILOX4_32_10 ? ROCRAND_RNG_PSEUDO_PHILOX4_32_10
        : type == HIPRAND_RNG_PSEUDO_MRG32K3A    ? ROCRAND_RNG_PSEUDO_MRG32K3A
        : type == HIPRAND_RNG_PSEUDO_XORWOW || type == HIPRAND_RNG_PSEUDO_DEFAULT
            ? ROCRAND_RNG_PSEUDO_XORWOW
            : ROCRAND_RNG_QUASI_DEFAULT;
    return hiprand_status(rocrand_create_generator(g, same));
}
inline hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t* g, hiprandRngType_t type) {
    const hiprandStatus_t said = hiprandCreateGenerator(g, type);
    if (said == HIPRAND_STATUS_SUCCESS) (*g)->for_host = true;
    return said;
}
inline hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t g) {
    return hiprand_status(rocrand_destroy_generator(g));
}
inline hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t g) {
    return hiprand_status(rocrand_initialize_generator(g));
}
inline hiprandStatus_t hiprandSetStream(hiprandGenerator_t g, hipStream_t stream) {
    return hiprand_status(rocrand_set_stream(g, stream));
}
inline hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t g,
                                                           unsigned long long seed) {
    return hiprand_status(rocrand_set_seed(g, seed));
}
inline hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t g, unsigned long long offset) {
    return hiprand_status(rocrand_set_offset(g, offset));
}
inline hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t g,
                                                                unsigned dimensions) {
    return hiprand_status(rocrand_set_quasi_random_generator_dimensions(g, dimensions));
}
#if HIPRAND_VERSION >= 201100
// The order in which the many threads of a GPU write; here a generator has only one.
inline hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t g, hiprandOrdering_t) {
    return g ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_NOT_INITIALIZED;
}
#endif
inline hiprandStatus_t hiprandGetVersion(int* version) {
    if (version) *version = HIPRAND_VERSION;
    return version ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_OUT_OF_RANGE;
}

#define TILEPROOF_HIPRAND(name, theirs, T)                                                      \
    inline hiprandStatus_t hiprandGenerate##name(hiprandGenerator_t g, T* out, std::size_t n) { \
        return hiprand_status(rocrand_generate##theirs(g, out, n));                             \
    }
#define TILEPROOF_HIPRAND_NORMAL(name, theirs, T)                                             \
    inline hiprandStatus_t hiprandGenerate##name(hiprandGenerator_t g, T* out, std::size_t n, \
                                                 T mean, T deviation) {                       \
        return hiprand_status(rocrand_generate##theirs(g, out, n, mean, deviation));          \
    }
TILEPROOF_HIPRAND(, , unsigned)
TILEPROOF_HIPRAND(Short, _short, unsigned short)
TILEPROOF_HIPRAND(Char, _char, unsigned char)
TILEPROOF_HIPRAND(Uniform, _uniform, float)
TILEPROOF_HIPRAND(UniformDouble, _uniform_double, double)
TILEPROOF_HIPRAND(UniformHalf, _uniform_half, half)
TILEPROOF_HIPRAND_NORMAL(Normal, _normal, float)
TILEPROOF_HIPRAND_NORMAL(NormalDouble, _normal_double, double)
TILEPROOF_HIPRAND_NORMAL(NormalHalf, _normal_half, half)
TILEPROOF_HIPRAND_NORMAL(LogNormal, _log_normal, float)
TILEPROOF_HIPRAND_NORMAL(LogNormalDouble, _log_normal_double, double)
TILEPROOF_HIPRAND_NORMAL(LogNormalHalf, _log_normal_half, half)
#undef TILEPROOF_HIPRAND
#undef TILEPROOF_HIPRAND_NORMAL

inline hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t g, unsigned* out, std::size_t n,
                                              double lambda) {
    return hiprand_status(rocrand_generate_poisson(g, out, n, lambda));
}

#ifdef __clang__
TILEPROOF_NOT_HERE(hiprandCreatePoissonDistribution)
TILEPROOF_NOT_HERE(hiprandDestroyDistribution)
#endif
