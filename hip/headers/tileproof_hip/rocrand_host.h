// SPDX-License-Identifier: MIT
// rocRAND's host functions: rocrand_create_generator, rocrand_generate_uniform, ...
//
// A generator draws the numbers of one thread after rocrand_init(seed, 0, offset), in the order of the output:
// different numbers than rocRAND's on a GPU, with the same distributions. XORWOW, MRG32k3a and Philox4x32-10.
#pragma once

#include <rocrand/rocrand_mrg32k3a.h>
#include <rocrand/rocrand_philox4x32_10.h>
#include <rocrand/rocrand_xorwow.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>
#include <random>
#include <variant>
#include <vector>

#include "tileproof_hip/enqueue.h"

struct rocrand_generator_base_type {
    rocrand_rng_type type;
    unsigned long long seed = 0, offset = 0;
    hipStream_t stream = nullptr;
    bool for_host = false;
    std::variant<rocrand_state_xorwow, rocrand_state_mrg32k3a, rocrand_state_philox4x32_10> state{};

    void begin() {
        const auto start = [&]<class State>(State s) {
            rocrand_init(seed, 0ull, offset, &s);
            state = s;
        };
        if (type == ROCRAND_RNG_PSEUDO_MRG32K3A)
            start(rocrand_state_mrg32k3a());
        else if (type == ROCRAND_RNG_PSEUDO_PHILOX4_32_10)
            start(rocrand_state_philox4x32_10());
        else
            start(rocrand_state_xorwow());
    }
};

TILEPROOF_HIP_BEGIN

// 32 random bits at a time, the interface of the standard library's distributions.
template <class State>
struct random_bits {
    using result_type = unsigned;
    State* state;
    static constexpr unsigned min() { return 0; }
    static constexpr unsigned max() { return std::numeric_limits<unsigned>::max(); }
    unsigned operator()() { return rocrand(state); }
    double above_0_to_1() {
        const unsigned high = (*this)();
        return static_cast<double>((std::uint64_t{high} << 21 | (*this)() >> 11) + 1) * 0x1p-53;
    }
};

// Draws the numbers when it is the stream's turn, and copies them.
template <class T, class Draw>
rocrand_status random_numbers(rocrand_generator g, T* out, std::size_t n, Draw draw) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    const auto work = [=](const hip::copier& copy) {
        std::vector<T> made(n);
        Draw next = draw;
        std::visit(
            [&]<class State>(State& state) {
                random_bits<State> bits{&state};
                for (T& t : made) t = static_cast<T>(next(bits));
            },
            g->state);
        if (!g->for_host) return copy(out, made.data(), n * sizeof(T));
        std::copy(made.begin(), made.end(), out);
        return hipSuccess;
    };
    if (n == 0) return ROCRAND_STATUS_SUCCESS;
    return hip::enqueue("rocrand_generate", g->stream, work) == hipSuccess
               ? ROCRAND_STATUS_SUCCESS
               : ROCRAND_STATUS_LAUNCH_FAILURE;
}

// Normal numbers, or their exponentials, come in pairs (Box and Muller).
template <bool Logarithm, class T>
rocrand_status normal_numbers(rocrand_generator g, T* out, std::size_t n, double mean,
                              double deviation) {
    if (n % 2 != 0 || reinterpret_cast<std::uintptr_t>(out) % (2 * sizeof(T)) != 0)
        return ROCRAND_STATUS_LENGTH_NOT_MULTIPLE;
    const auto draw = [=, second = 0.0, held = false](auto& bits) mutable {
        double r = second;
        held = !held;
        if (held) {
            const double length = std::sqrt(-2 * std::log(bits.above_0_to_1()));
            const double angle = 2 * 3.141592653589793 * bits.above_0_to_1();
            r = length * std::cos(angle);
            second = length * std::sin(angle);
        }
        return Logarithm ? std::exp(mean + deviation * r) : mean + deviation * r;
    };
    return random_numbers(g, out, n, draw);
}

TILEPROOF_HIP_END

inline rocrand_status rocrand_initialize_generator(rocrand_generator g) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    g->begin();
    return ROCRAND_STATUS_SUCCESS;
}
inline rocrand_status rocrand_create_generator(rocrand_generator* g, rocrand_rng_type type) {
    unsigned long long seed = 0;
    switch (type) {
        case ROCRAND_RNG_PSEUDO_DEFAULT:
        case ROCRAND_RNG_PSEUDO_XORWOW:
            seed = ROCRAND_XORWOW_DEFAULT_SEED;
            break;
        case ROCRAND_RNG_PSEUDO_MRG32K3A:
            seed = ROCRAND_MRG32K3A_DEFAULT_SEED;
            break;
        case ROCRAND_RNG_PSEUDO_PHILOX4_32_10:
            seed = ROCRAND_PHILOX4x32_DEFAULT_SEED;
            break;
        default:
            std::fprintf(
                stderr,
                "tileproof: no random generator of type %d was made: the host functions of the "
                "cpu devices have XORWOW, MRG32k3a and Philox4x32-10.\n",
                static_cast<int>(type));
            return ROCRAND_STATUS_TYPE_ERROR;
    }
    *g = new (std::nothrow) rocrand_generator_base_type{.type = type, .seed = seed};
    return *g ? rocrand_initialize_generator(*g) : ROCRAND_STATUS_ALLOCATION_FAILED;
}
inline rocrand_status rocrand_destroy_generator(rocrand_generator g) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    delete g;
    return ROCRAND_STATUS_SUCCESS;
}
inline rocrand_status rocrand_set_stream(rocrand_generator g, hipStream_t stream) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    g->stream = stream;
    return ROCRAND_STATUS_SUCCESS;
}
inline rocrand_status rocrand_set_seed(rocrand_generator g, unsigned long long seed) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    g->seed = seed;
    return rocrand_initialize_generator(g);
}
inline rocrand_status rocrand_set_offset(rocrand_generator g, unsigned long long offset) {
    if (g == nullptr) return ROCRAND_STATUS_NOT_CREATED;
    g->offset = offset;
    return rocrand_initialize_generator(g);
}
// For quasi-random generators only, which do not exist here.
inline rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator g, unsigned) {
    return g ? ROCRAND_STATUS_TYPE_ERROR : ROCRAND_STATUS_NOT_CREATED;
}
inline rocrand_status rocrand_get_version(int* version) {
    if (version == nullptr) return ROCRAND_STATUS_OUT_OF_RANGE;
    *version = ROCRAND_VERSION;
    return ROCRAND_STATUS_SUCCESS;
}

#define TILEPROOF_RANDOM_WORDS(name, T)                                                \
    inline rocrand_status rocrand_##name(rocrand_generator g, T* out, std::size_t n) { \
        return random_numbers(g, out, n, [](auto& bits) { return bits(); });           \
    }
TILEPROOF_RANDOM_WORDS(generate, unsigned)
TILEPROOF_RANDOM_WORDS(generate_short, unsigned short)
TILEPROOF_RANDOM_WORDS(generate_char, unsigned char)
#undef TILEPROOF_RANDOM_WORDS

// Above 0 and up to 1: a number that the narrower type rounds to 0 becomes its first step above 0.
#define TILEPROOF_RANDOM_NUMBERS(name, T, digits)                                                 \
    inline rocrand_status rocrand_generate_uniform##name(rocrand_generator g, T* out,             \
                                                         std::size_t n) {                         \
        return random_numbers(g, out, n, [](auto& bits) {                                         \
            return std::ceil(bits.above_0_to_1() * (1ull << digits)) / (1ull << digits);          \
        });                                                                                       \
    }                                                                                             \
    inline rocrand_status rocrand_generate_normal##name(rocrand_generator g, T* out,              \
                                                        std::size_t n, T mean, T deviation) {     \
        return normal_numbers<false>(g, out, n, mean, deviation);                                 \
    }                                                                                             \
    inline rocrand_status rocrand_generate_log_normal##name(rocrand_generator g, T* out,          \
                                                            std::size_t n, T mean, T deviation) { \
        return normal_numbers<true>(g, out, n, mean, deviation);                                  \
    }
TILEPROOF_RANDOM_NUMBERS(, float, 24)
TILEPROOF_RANDOM_NUMBERS(_double, double, 53)
TILEPROOF_RANDOM_NUMBERS(_half, half, 11)
#undef TILEPROOF_RANDOM_NUMBERS

inline rocrand_status rocrand_generate_poisson(rocrand_generator g, unsigned* out, std::size_t n,
                                               double lambda) {
    if (!(lambda > 0)) return ROCRAND_STATUS_OUT_OF_RANGE;
    return random_numbers(g, out, n,
                          [of = std::poisson_distribution<unsigned>(lambda)](auto& bits) mutable {
                              return of(bits);
                          });
}

#ifdef __clang__
#define TILEPROOF_NOT_HERE(name) \
    extern "C" decltype(name) name __attribute__((unavailable("the cpu devices do not have it")));
TILEPROOF_NOT_HERE(rocrand_create_poisson_distribution)
TILEPROOF_NOT_HERE(rocrand_create_discrete_distribution)
TILEPROOF_NOT_HERE(rocrand_destroy_discrete_distribution)
#endif
